package form

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

func press(k tea.KeyType) tea.KeyMsg { return tea.KeyMsg{Type: k} }

func typed(text string) tea.KeyMsg { return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text)} }

func TestLineEdits(t *testing.T) {
	alt := tea.KeyMsg{Type: tea.KeyBackspace, Alt: true}
	cases := []struct {
		name string
		keys []tea.KeyMsg
		want string // with | for the cursor
	}{
		{"typing", []tea.KeyMsg{typed("0."), typed("5")}, "0.5|"},
		{"before the end", []tea.KeyMsg{typed("ac"), press(tea.KeyLeft), typed("b")}, "ab|c"},
		{"the ends hold", []tea.KeyMsg{typed("a"), press(tea.KeyRight), press(tea.KeyHome), press(tea.KeyLeft), typed("b")}, "b|a"},
		{"backspace", []tea.KeyMsg{typed("abc"), press(tea.KeyLeft), press(tea.KeyBackspace)}, "a|c"},
		{"backspace at the beginning", []tea.KeyMsg{typed("ab"), press(tea.KeyHome), press(tea.KeyBackspace)}, "|ab"},
		{"delete", []tea.KeyMsg{typed("abc"), press(tea.KeyHome), press(tea.KeyDelete)}, "|bc"},
		{"delete at the end", []tea.KeyMsg{typed("ab"), press(tea.KeyDelete)}, "ab|"},
		{"word", []tea.KeyMsg{typed("0.9 beta(4,1)  "), press(tea.KeyCtrlW)}, "0.9 |"},
		{"word by alt", []tea.KeyMsg{typed("0.9 0.8"), alt}, "0.9 |"},
		{"all before", []tea.KeyMsg{typed("abc"), press(tea.KeyLeft), press(tea.KeyCtrlU)}, "|c"},
		{"end", []tea.KeyMsg{typed("abc"), press(tea.KeyHome), press(tea.KeyEnd), typed("d")}, "abcd|"},
		{"pasted", []tea.KeyMsg{{Type: tea.KeyRunes, Runes: []rune("0.9\n0.8\t1\x1b[2J"), Paste: true}}, "0.9 0.8 1[2J|"},
		{"accents", []tea.KeyMsg{typed("εμ"), press(tea.KeyLeft), press(tea.KeyBackspace)}, "|μ"},
	}
	keys := NewLineKeys()
	for _, c := range cases {
		var l Line
		for _, k := range c.keys {
			if !l.Update(k, &keys) {
				t.Errorf("%s: %s was not taken", c.name, k)
			}
		}
		if got := string(l.text[:l.cursor]) + "|" + string(l.text[l.cursor:]); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	for _, other := range []tea.KeyMsg{press(tea.KeyTab), press(tea.KeyEnter), press(tea.KeyF2), {Type: tea.KeyRunes, Runes: []rune("x"), Alt: true}} {
		var l Line
		if l.Update(other, &keys) || l.Text() != "" {
			t.Errorf("%s was taken", other)
		}
	}
}

func TestLineHasAnEnd(t *testing.T) {
	var l Line
	l.SetText(strings.Repeat("x", MaxLine+5))
	if n := len(l.Text()); n != MaxLine {
		t.Errorf("%d characters, want %d", n, MaxLine)
	}
}

// Whatever is in a line and wherever its cursor, what is seen fits, has the
// cursor in it, and is a part of the text around it.
func TestLineViewFits(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	letters := []rune("ab 01.εμ̃漢字🙂")
	for range 2000 {
		var l Line
		for range random.IntN(40) {
			l.insert([]rune{letters[random.IntN(len(letters))]})
		}
		l.cursor = random.IntN(len(l.text) + 1)
		width := 2 + random.IntN(30)
		for _, focused := range []bool{true, false} {
			view := l.View(width, focused)
			if w := ansi.StringWidth(view); w > width {
				t.Fatalf("%q in %d cells: %q takes %d", l.Text(), width, view, w)
			}
			if focused && width > 4 && !strings.Contains(view, cursorGlyph) {
				t.Fatalf("%q, cursor at %d, in %d cells: %q has no cursor", l.Text(), l.cursor, width, view)
			}
			bare := strings.NewReplacer("…", "", cursorGlyph, "").Replace(view)
			if plain := strings.TrimFunc(bare, unicode.IsSpace); !strings.Contains(l.Text(), plain) {
				t.Fatalf("%q is shown as %q", l.Text(), view)
			}
		}
	}
}
