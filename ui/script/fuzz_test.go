package script

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"regretscope/noise/param"
)

var said = regexp.MustCompile(`^a\.script:(\d+: )?|^\d+ lines are wrong in all$`)

// Any file gives steps that read back as themselves, or one sentence with file and line.
func FuzzParse(f *testing.F) {
	samples, err := filepath.Glob("../../testdata/scripts/*.script")
	if err != nil || len(samples) == 0 {
		f.Fatal("no samples", err)
	}
	for _, path := range samples {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	for _, text := range []string{"", "wait", "wait 1h1s", "wait -1s", "pace 1e400", "pace 1.5", "size 400x200\nwait 1s", "size 1e9x1\n", "size 5x", "key f21\n", "type  a  b ", "start\nstart --a\nx", "\r\n#\rx\n", "a\x1bb", "caption"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse("a.script", text)
		if err != nil {
			for _, message := range strings.Split(err.Error(), "\n") {
				if !said.MatchString(message) || !param.IsPrintable(message) {
					t.Fatalf("%q: unusable message %q", text, message)
				}
			}
			return
		}
		again, err := Parse("a.script", written(s))
		if err != nil || again.Width != s.Width || again.Height != s.Height || again.Start != s.Start || !slices.EqualFunc(again.Steps, s.Steps, same) {
			t.Fatalf("%q reads as %+v, which reads as %+v (%v)", text, s, again, err)
		}
		for i := range s.Steps {
			if step := &s.Steps[i]; step.Kind == Key {
				_, _ = ParseKey(step.Text) // may refuse it
			}
		}
		if words := Words(s.Start); len(words) > len(s.Start) {
			t.Errorf("%q has the words %q", s.Start, words)
		}
	})
}

func same(a, b Step) bool {
	a.Line, b.Line = 0, 0
	return a == b
}

func written(s *Script) string {
	text := fmt.Sprintf("size %dx%d\n", s.Width, s.Height)
	if s.Start != "" {
		text += "start " + s.Start + "\n"
	}
	for i := range s.Steps {
		step := &s.Steps[i]
		line := step.Text
		for word, w := range words {
			if w.kind == step.Kind {
				line = word + " " + step.Text
			}
		}
		text += line + "\n"
	}
	return text
}
