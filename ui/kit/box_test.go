package kit_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	. "regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

func TestFitIsExact(t *testing.T) {
	styled := uitest.Theme(termenv.ANSI256).Accent.Render("coloured text")
	for _, line := range []string{"", "short", "a line that is too long for most", "μ̃ = .7482 → ε", styled, "宽字符"} {
		for width := range 20 {
			for _, got := range Fit([]string{line}, width, 2) {
				if w := ansi.StringWidth(got); w != width {
					t.Fatalf("%q in %d cells: %q takes %d", line, width, got, w)
				}
			}
		}
	}
	if got := len(Fit([]string{"a", "b", "c"}, 3, 2)); got != 2 {
		t.Errorf("%d lines, want 2", got)
	}
}

func TestFrame(t *testing.T) {
	got := Frame{Title: "1 Regret", Remark: "log"}.Draw(uitest.Theme(termenv.Ascii), []string{"body"}, 22, 4)
	want := Block{
		"╭─ 1 Regret ─── log ─╮",
		"│ body               │",
		"│                    │",
		"╰────────────────────╯",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	got = Frame{Title: "1 Regret", Remark: "log", Focused: true}.Draw(uitest.Theme(termenv.Ascii), nil, 18, 2)
	if want := (Block{"╭─ ▸ 1 Regret ───╮", "╰────────────────╯"}); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestFrameIsExactAtAnySize(t *testing.T) {
	for _, profile := range []termenv.Profile{termenv.Ascii, termenv.ANSI256} {
		theme := uitest.Theme(profile)
		for width := range 40 {
			for height := range 5 {
				for _, focused := range []bool{true, false} {
					f := Frame{Title: "2 Arms · Anytime-Lazy-UCB", Remark: "scroll", Focused: focused}
					b := f.Draw(theme, []string{strings.Repeat("x", 50)}, width, height)
					if len(b) != height {
						t.Fatalf("%dx%d: %d lines", width, height, len(b))
					}
					for _, line := range b {
						if w := ansi.StringWidth(line); w != width {
							t.Fatalf("%dx%d: %q takes %d cells", width, height, line, w)
						}
					}
				}
			}
		}
	}
}

func TestBar(t *testing.T) {
	tests := []struct {
		share float64
		want  string
	}{
		{0, "    "},
		{-1, "    "},
		{math.NaN(), "    "},
		{0.5, "██  "},
		{0.001, "▏   "},
		{0.6, "██▍ "},
		{0.9999, "███▉"},
		{1, "████"},
		{math.Inf(1), "████"},
	}
	for _, test := range tests {
		if got := Bar(test.share, 4); got != test.want {
			t.Errorf("Bar(%v, 4) = %q, want %q", test.share, got, test.want)
		}
	}
}

func TestWrapNeverExceedsTheWidth(t *testing.T) {
	text := "  draw θ_j ~ Beta(m_j O_j + 1, (1 − m_j) O_j + 1), m_j = clip(μ̃_j + 3 ln t/(ε O_j))"
	for width := 4; width < 90; width++ {
		lines := Wrap(text, width, 6)
		for _, line := range lines {
			if ansi.StringWidth(line) > width {
				t.Fatalf("width %d: %q", width, line)
			}
		}
		letters := func(s string) string { return strings.ReplaceAll(s, " ", "") }
		if letters(strings.Join(lines, "")) != letters(text) {
			t.Fatalf("width %d lost something: %q", width, lines)
		}
	}
}
