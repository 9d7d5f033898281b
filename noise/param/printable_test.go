package param

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "",
		"Café des Étoiles – ε ≤ ½": "Café des Étoiles – ε ≤ ½",
		"漢字 🙂 नमस्ते e\u0301\u00a0x": "漢字 🙂 नमस्ते e\u0301\u00a0x",
		"x\x1b]0;PWNED\x07":          "x?]0;PWNED?", // sets a terminal's title
		"a\nb\tc\u0085d\u2028e":      "a?b?c?d?e",   // breaks lines
		"\u202egpj.exe\u2066":        "?gpj.exe?",   // turns the writing direction
		"a\u200bb\ufeffc\u00add":     "a?b?c?d",     // cannot be seen
		"\u3164\u115f":               "??",          // nor can these letters
		"\xff\xc3(\ufffd":            "??(?",        // no UTF-8
		"\ue000\U0010ffff":           "??",          // no character at all
	} {
		if got := Printable(text); got != want || IsPrintable(text) != (text == want) {
			t.Errorf("%q becomes %q, want %q; printable: %v", text, got, want, IsPrintable(text))
		}
	}
}

func TestBrief(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"short", "a\x1b", "a?"},
		{"as long as allowed", strings.Repeat("a", 1000), strings.Repeat("a", 1000)},
		{"long", strings.Repeat("a", 1000) + "b", strings.Repeat("a", 666) + " … " + strings.Repeat("a", 332) + "b"},
		{"cut in characters", strings.Repeat("ε", 500) + "b", strings.Repeat("ε", 333) + " … " + strings.Repeat("ε", 166) + "b"},
		{"cut within a character", "b" + strings.Repeat("ε", 500), "b" + strings.Repeat("ε", 332) + " … " + strings.Repeat("ε", 166)},
	} {
		if got := Brief(c.text); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestCellsAreNoFormulas(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "hhmh-1": "hhmh-1", "a=b": "a=b", "ε = 1": "ε = 1",
		"=1": "'=1", "+1+2": "'+1+2", "-1-2": "'-1-2", "@SUM(1)": "'@SUM(1)", "-": "'-", "+A1": "'+A1", "-2+3+cmd|' /C calc'!A0": "'-2+3+cmd|' /C calc'!A0",
		"\t=1": "?=1", "\r=1": "?=1", "  =1": "'  =1", "\u00a0=1": "'\u00a0=1", "＝1": "'＝1", "＋A1": "'＋A1",
		"-1": "-1", "-1.5e-07": "-1.5e-07", "+Inf": "+Inf", "-Inf": "-Inf", "NaN": "NaN", // which are numbers
	} {
		if got := cell(text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestWriteCSV(t *testing.T) {
	var b strings.Builder
	rows := [][]string{{"name", "value"}, {"=cmd\x1b", "-1"}, {"a,\"b\"\n", "2"}}
	if err := WriteCSV(&b, slices.Values(rows)); err != nil || b.String() != "name,value\n'=cmd?,-1\n\"a,\"\"b\"\"?\",2\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
	if rows[1][0] != "=cmd\x1b" {
		t.Error("the caller's rows are changed")
	}
	full := errors.New("full")
	if err := WriteCSV(fails{full}, slices.Values(rows)); !errors.Is(err, full) {
		t.Errorf("%v", err)
	}
}

type fails struct{ err error }

func (f fails) Write([]byte) (int, error) { return 0, f.err }

// No other file writes CSV.
func TestAllCSVIsWrittenHere(t *testing.T) {
	var writers []string
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if strings.Contains(string(text), "csv.NewWriter(") {
			writers = append(writers, filepath.ToSlash(path))
		}
		return err
	})
	if err != nil || !slices.Equal(writers, []string{"../../noise/param/printable.go"}) {
		t.Errorf("CSV is written by %q, %v", writers, err)
	}
}
