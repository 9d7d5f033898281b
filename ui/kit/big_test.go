package kit

import (
	"io"
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"

	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/kit/theme"
)

// Digits of one size have the same room, so that a number that grows does not jump,
// and all of them differ.
func TestNumbersHaveTheRoomThatIsSaid(t *testing.T) {
	for _, size := range BigSizes {
		for _, set := range []theme.Charset{theme.Blocks, theme.ASCII} {
			seen := map[string]rune{}
			for _, digit := range "0123456789" {
				rows := BigNumber(string(digit), size, set)
				if len(rows) != size.Digits() {
					t.Errorf("%c: %d rows, want %d", digit, len(rows), size.Digits())
				}
				for _, row := range rows {
					if w := ansi.StringWidth(row); w != size.Width(string(digit)) {
						t.Errorf("%c: %d columns in %q, want %d", digit, w, row, size.Width(string(digit)))
					}
				}
				text := strings.Join(rows, "\n")
				if other, is := seen[text]; is {
					t.Errorf("%c looks like %c in\n%s", digit, other, text)
				}
				seen[text] = digit
				if first, last := rows[0], rows[len(rows)-1]; strings.TrimSpace(first) == "" || strings.TrimSpace(last) == "" {
					t.Errorf("%c does not fill its rows:\n%s", digit, text)
				}
			}
		}
	}
}

// A letter of each size is the same picture, with larger pixels.
func TestSizesShowTheSamePixels(t *testing.T) {
	const text = "Regret, 9.5"
	small, large := bigText(text, small, theme.Blocks), bigText(text, BigSizes[0], theme.Blocks)
	for y, row := range small {
		for x, glyph := range []rune(row) {
			for q := range 4 { // a pixel of the small letter is two cells of the large one
				set := theme.Blocks.Dot(glyph, q%2, q/2) == glyph
				cell := []rune(large[2*y+q/2])[4*x+q%2*2]
				if set != (cell == '█') || !set && cell != ' ' {
					t.Fatalf("row %d, column %d, quarter %d: %v, but %q", y, x, q, set, cell)
				}
			}
		}
	}
}

func TestKnown(t *testing.T) {
	for text, want := range map[string]bool{"": true, "Arm 1 won: 0.5": true, "−3": true, "ε = 1": false, "μ̃": false, "日": false} {
		t.Run(text, func(t *testing.T) {
			if known(text) != want {
				t.Errorf("%q: %v", text, !want)
			}
			if len(bigText(text, small, theme.Braille)) != small.rows() {
				t.Errorf("%q is not written", text)
			}
		})
	}
}

func TestSentences(t *testing.T) {
	style := lipgloss.NewRenderer(io.Discard).NewStyle()
	for _, c := range []struct {
		name, text, same string // as large as the first, in the letters of the second
		width, rows      int
		lines            int // 0: it has no room
	}{
		{"a zero has no slash", "100", "1OO", 80, 7, 7},
		{"symbols are spelled out", "ε ≤ 1", "epsilon at most 1", 80, 7, 7},
		{"no word is alone on a line", "aaaa bbbb cccc dddd", "aaaa bbbb cccc dddd", 60, 14, 14},
		{"too few rows", "aaaa bbbb", "", 20, 7, 0},
		{"no letter", "漢", "", 80, 7, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := BigSentence(c.text, c.width, c.rows, theme.Blocks, style)
			if len(got) != c.lines || c.lines > 0 && strings.Join(got, "\n") != strings.Join(BigSentence(c.same, c.width, c.rows, theme.Blocks, style), "\n") {
				t.Errorf("%d lines:\n%s", len(got), strings.Join(got, "\n"))
			}
		})
	}
	even := BigSentence("aaaa bbbb cccc dddd", 60, 14, theme.Blocks, style)
	if first, second := ansi.StringWidth(even[0]), ansi.StringWidth(even[7]); first != second {
		t.Errorf("lines of %d and %d columns", first, second)
	}
}
