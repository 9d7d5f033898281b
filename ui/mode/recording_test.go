package mode

import (
	"bytes"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/cast"
	"regretscope/ui/kit"
)

// stage is a program that is recorded.
type stage struct{ told string }

func (s *stage) Scene() string    { return "round 5" }
func (s *stage) Tell(text string) { s.told = text }

func TestARecording(t *testing.T) {
	var file bytes.Buffer
	live, err := cast.NewLive(&file, 80, 24, "x", time.Now)
	if err != nil {
		t.Fatal(err)
	}
	s := &stage{}
	r := NewRecording(s, live)
	if lost := r.Unsaved(); lost != "the recording would end" {
		t.Errorf("what would be lost: %q", lost)
	}
	r.Update(tea.WindowSizeMsg{Width: 60, Height: 16})
	for line, want := range map[string]string{"chapter": "round 5", "chapter The end": "The end"} {
		t.Run(line, func(t *testing.T) {
			if _, err := kit.RunLine(r.Commands(nil), line); err != nil || s.told != "chapter: "+want {
				t.Errorf("%s: said %q, %v", line, s.told, err)
			}
			if !strings.Contains(file.String(), want) {
				t.Errorf("%q is not in the recording:\n%s", want, file.String())
			}
		})
	}
	if !strings.Contains(file.String(), "60x16") {
		t.Errorf("the new size is not in the recording:\n%s", file.String())
	}
}

func TestNoRecording(t *testing.T) {
	r := NewRecording(&stage{}, nil)
	if below := []kit.Command{{Name: "below"}}; len(r.Commands(below)) != 1 || r.Unsaved() != "" || r.Update(tea.WindowSizeMsg{}) != nil {
		t.Error("there is something where nothing is recorded")
	}
}
