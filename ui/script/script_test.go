package script

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"regretscope/noise/param"
)

func TestParse(t *testing.T) {
	s := param.Must(Parse("talk.script", "# a talk\nstart --scenario hhmh-1 --arms \"0.9 0.1\"\nsize 80x24\r\n\n  go 1e4  \nwait key\nwait 500ms\nkey v\ntype 0.5\ncaption two words\ncaption\npace 1e6\n"))
	want := []Step{
		{Line: 5, Kind: Command, Text: "go 1e4"},
		{Line: 6, Kind: Wait, Text: "key", Duration: 2 * time.Second},
		{Line: 7, Kind: Wait, Text: "500ms", Duration: 500 * time.Millisecond},
		{Line: 8, Kind: Key, Text: "v"},
		{Line: 9, Kind: Type, Text: "0.5"},
		{Line: 10, Kind: Caption, Text: "two words"},
		{Line: 11, Kind: Caption},
		{Line: 12, Kind: Pace, Text: "1e6", Rounds: 1_000_000},
	}
	if !slices.Equal(s.Steps, want) || s.Width != 80 || s.Height != 24 || s.Begin != 2 {
		t.Errorf("got %+v", s)
	}
	if words := param.Words(s.Start); !slices.Equal(words, []string{"--scenario", "hhmh-1", "--arms", "0.9 0.1"}) {
		t.Errorf("words %q", words)
	}
}

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "x: has no step: each line is a command, such as go 1e4, or wait 2s",
		"# nothing":                            "x: has no step: each line is a command, such as go 1e4, or wait 2s",
		"wait":                                 "x:1: wait : must be followed by a time such as 2s or 500ms, or key, or key 2m",
		"run\nwait -1s":                        "x:2: wait -1s: must be followed by a time such as 2s or 500ms, or key, or key 2m",
		"wait 2h":                              "x:1: wait 2h: must be followed by a time such as 2s or 500ms, or key, or key 2m",
		"pace 0":                               "x:1: pace 0: must be followed by rounds a simulated second, a whole number from 1 to 100,000,000",
		"pace 1.5":                             "x:1: pace 1.5: must be followed by rounds a simulated second, a whole number from 1 to 100,000,000",
		"key":                                  "x:1: key : must be followed by the name of a key, such as v, enter or space",
		"run\nsize 80x24":                      "x:2: size: must come before the first step",
		"run\nstart --seed 2":                  "x:2: start: must come before the first step",
		"size 8\ngo 5\nsize 9":                 "x:1: size 8: must be COLUMNSxROWS, at most 500x200\nx:3: size: must come before the first step",
		strings.Repeat("size 80\n", 12):        strings.Repeat("x:N: size 80: must be COLUMNSxROWS, at most 500x200\n", 10) + "12 lines are wrong in all",
		"size 80":                              "x:1: size 80: must be COLUMNSxROWS, at most 500x200",
		"size 800x24":                          "x:1: size 800x24: must be COLUMNSxROWS, at most 500x200",
		"size 1e99x24":                         "x:1: size 1e99x24: must be COLUMNSxROWS, at most 500x200",
		"go \x1b[31m":                          "x:1: holds a character that is not text",
		"wait 59m\nwait 2m":                    "x:2: wait 2m: all waits together may take at most 3,600 seconds",
		"start " + strings.Repeat("a", 65536):  "x:1: the line has 65,542 bytes, at most 65,536 are allowed",
		"caption " + strings.Repeat("ε", 1001): "x:1: caption: has 1,001 characters, at most 1,000 are allowed",
		"n\ntype " + strings.Repeat("ε", 9999) + "\nn": "x:3: at most 10,000 steps are allowed, and each typed character is one",
		strings.Repeat("n\n", 10001):                   "x:10001: at most 10,000 steps are allowed, and each typed character is one",
	} {
		for i := 1; strings.Contains(want, ":N:"); i++ {
			want = strings.Replace(want, ":N:", fmt.Sprintf(":%d:", i), 1)
		}
		if _, err := Parse("x", text); err == nil || err.Error() != want {
			t.Errorf("%.20q: %v, want %s", text, err, want)
		}
	}
}

// The name is shown below the screen, and in errors.
func TestNamesArePrintable(t *testing.T) {
	if s, err := Parse("a\x1b[2J", "go 5"); err != nil || s.Name != "a?[2J" {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestParseKey(t *testing.T) {
	for name, want := range map[string]string{"v": "v", "space": " ", " ": " ", "enter": "enter", "esc": "esc", "pgdown": "pgdown", "ctrl+c": "ctrl+c", "}": "}", "left": "left", "ε": "ε"} {
		if msg, err := ParseKey(name); err != nil || msg.String() != want {
			t.Errorf("%s: %v, %v", name, msg, err)
		}
	}
	for _, name := range []string{"", "vv", "escape!", "hyper+x"} {
		if msg, err := ParseKey(name); err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("key %s: no such key", name)) {
			t.Errorf("%s: %v, %v", name, msg, err)
		}
	}
}

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
