package kit

import (
	"slices"
	"testing"

	"github.com/charmbracelet/lipgloss"
)

func TestPlural(t *testing.T) {
	for n, want := range map[int]string{0: "0 runs", 1: "1 run", 2: "2 runs", 48210: "48,210 runs", -1: "−1 runs"} {
		if got := Plural(n, "run"); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

func TestCapital(t *testing.T) {
	for text, want := range map[string]string{"": "", "the rest": "The rest", "ε ≥ 1": "ε ≥ 1", "État": "État", "élan": "Élan"} {
		t.Run(text, func(t *testing.T) {
			if got := Capital(text); got != want {
				t.Errorf("%q: %q, want %q", text, got, want)
			}
		})
	}
}

func TestStyledAndInstead(t *testing.T) {
	if got := Styled("", 10, 0, lipgloss.Style{}); got != nil {
		t.Errorf("of nothing: %q", got)
	}
	got := (&Drawing{Width: 3, Height: 3}).Instead("a b c", lipgloss.Style{})
	if want := (Block{"a b", "c  ", "   "}); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		name, text    string
		width, indent int
		want          []string
	}{
		{"between words", "one two three", 8, 0, []string{"one two", "three"}},
		{"indented", "one two three four", 8, 2, []string{"one two", "  three", "  four"}},
		{"not within a number", "in 12,345,678 rounds", 10, 0, []string{"in", "12,345,678", "rounds"}},
		{"between numbers", "seeds 7 12 1234", 9, 0, []string{"seeds 7", "12 1234"}},
		{"not at a hyphen", "plays lazy-dp-ts", 12, 0, []string{"plays", "lazy-dp-ts"}},
		{"a word longer than a line", "abcdefghij", 4, 1, []string{"abcd", " efg", " hij"}},
		{"blanks in front", "  one two", 6, 0, []string{"  one", "two"}},
		{"a line break", "one\ntwo", 9, 2, []string{"one", "  two"}},
		{"wide letters", "δδ 日本 語", 5, 0, []string{"δδ", "日本", "語"}},
		{"to the last column", "pull the arm with the largest index", 12, 2, []string{"pull the arm", "  with the", "  largest", "  index"}},
		{"no word alone", "the claim is violated by far", 22, 0, []string{"the claim is violated", "by far"}},
		{"a word for the last", "a privacy loss of one release", 24, 2, []string{"a privacy loss of", "  one release"}},
		{"a last word in its own line", "the claim is violated\nsee", 22, 0, []string{"the claim is violated", "see"}},
		{"nothing", "", 5, 0, []string{""}},
		{"no room", "ab c", 0, 0, []string{"a", "b", "c"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Wrap(c.text, c.width, c.indent); !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
