package kit

import (
	"slices"
	"testing"

	"github.com/charmbracelet/lipgloss"
)

func TestPlural(t *testing.T) {
	for n, want := range map[int]string{0: "0 runs", 1: "1 run", 2: "2 runs", 48210: "48 210 runs", -1: "−1 runs"} {
		if got := Plural(n, "run"); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

func TestCapital(t *testing.T) {
	for text, want := range map[string]string{"": "", "the rest": "The rest", "ε ≥ 1": "ε ≥ 1", "État": "État", "élan": "Élan"} {
		if got := Capital(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestStyledAndMessage(t *testing.T) {
	if got := Styled("", 10, 0, lipgloss.Style{}); got != nil {
		t.Errorf("of nothing: %q", got)
	}
	got := Message("a b c", 3, 3, lipgloss.Style{})
	if want := (Block{"a b", "c  ", "   "}); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
