package param

import (
	"os/exec"
	"slices"
	"testing"
)

// Words are a shell's, so a copied command line works in a script.
func TestWords(t *testing.T) {
	for line, want := range map[string][]string{
		"":                             nil,
		"  a  b ":                      {"a", "b"},
		`--arms "0.9 0.1"`:             {"--arms", "0.9 0.1"},
		`--arms '0.9 "x"' y`:           {"--arms", `0.9 "x"`, "y"},
		`a''b '' c\ d`:                 {"ab", "", "c d"},
		`--scenario 'it'\''s here' \'`: {"--scenario", "it's here", "'"},
	} {
		if got := Words(line); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// A shell, and Words, read every quoted word as it was.
func TestQuotedWordsSurviveAShell(t *testing.T) {
	for _, word := range []string{"plain", "0.5:50:50", "a b", "it's", `"`, "$HOME", "`x`", "a|b", "*", "", "ww-det,K=4|16", "ε", "-x;y"} {
		out, err := exec.Command("sh", "-c", "printf %s "+Quote(word)).Output()
		if err != nil || string(out) != word || !slices.Equal(Words(Quote(word)), []string{word}) {
			t.Errorf("%q became %q as %s: %v", word, out, Quote(word), err)
		}
	}
}
