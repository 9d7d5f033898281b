package run

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"regretscope/model"
	"regretscope/ui/kit/theme"
	"regretscope/ui/kit/uitest"
)

// A driver presses keys by what they do, as the key map has them.
type driver struct {
	*testing.T
	*Screen
	told []tea.Msg // what the screen told its surroundings
}

func start(t *testing.T, width, height, horizon int, ids ...string) *driver {
	t.Helper()
	return startOn(t, uitest.Config(t, horizon, ids...), width, height)
}

func startOn(t *testing.T, config *model.Config, width, height int) *driver {
	t.Helper()
	th := uitest.Theme(termenv.Ascii)
	th.Charset = theme.Braille
	screen, cmd := New(th, config, Options{})
	d := &driver{T: t, Screen: screen}
	d.SetSize(width, height)
	d.settle(cmd)
	return d
}

// settle runs a command and all that follow from it, but for the frames of a run.
func (d *driver) settle(cmd tea.Cmd) {
	d.Helper()
	others := uitest.Settle(d.T, cmd, func(msg tea.Msg) bool {
		switch msg.(type) {
		case SetupMsg, QuitMsg:
			return false
		}
		return !isFrame(msg)
	}, d.Update)
	for _, msg := range others {
		if !isFrame(msg) {
			d.told = append(d.told, msg)
		}
	}
}

// isFrame tells the beat of a running run, which package drive keeps to itself.
func isFrame(msg tea.Msg) bool { return fmt.Sprintf("%T", msg) == "drive.frameMsg" }

// press presses the key of a binding.
func (d *driver) press(b key.Binding) {
	d.Helper()
	d.settle(d.Update(keyOf(b.Keys()[0])))
}

// viewOf presses the key of views until the chart has a title.
func (d *driver) viewOf(title string) {
	d.Helper()
	for range 50 {
		if strings.Contains(d.View(), "1 "+title) {
			return
		}
		d.press(d.keys.View)
	}
	d.Fatalf("no view is called %q", title)
}

func keyOf(name string) tea.KeyMsg {
	for _, special := range []tea.KeyType{
		tea.KeyTab, tea.KeyShiftTab, tea.KeyEsc, tea.KeyEnter, tea.KeyUp, tea.KeyDown,
		tea.KeyPgUp, tea.KeyPgDown, tea.KeyBackspace, tea.KeyLeft, tea.KeyRight,
	} {
		if (tea.KeyMsg{Type: special}).String() == name {
			return tea.KeyMsg{Type: special}
		}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
}

func (d *driver) expect(wants ...string) {
	d.Helper()
	for _, want := range wants {
		if !strings.Contains(d.View(), want) {
			d.Errorf("no %q in\n%s", want, d.View())
		}
	}
}

func (d *driver) round() int { return d.driver.Snapshot().Round }
