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
	alt, altLeft := tea.KeyMsg{Type: tea.KeyBackspace, Alt: true}, tea.KeyMsg{Type: tea.KeyLeft, Alt: true}
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
		{"back by words", []tea.KeyMsg{typed("0.9 0.8 0.7"), altLeft, altLeft, typed("1")}, "0.9 1|0.8 0.7"},
		{"all after", []tea.KeyMsg{typed("abc"), press(tea.KeyHome), press(tea.KeyRight), press(tea.KeyCtrlK)}, "a|"},
		{"word by alt", []tea.KeyMsg{typed("0.9 0.8"), alt}, "0.9 |"},
		{"all before", []tea.KeyMsg{typed("abc"), press(tea.KeyLeft), press(tea.KeyCtrlU)}, "|c"},
		{"end", []tea.KeyMsg{typed("abc"), press(tea.KeyHome), press(tea.KeyEnd), typed("d")}, "abcd|"},
		{"pasted", []tea.KeyMsg{{Type: tea.KeyRunes, Runes: []rune("0.9\n0.8\t1\x1b[2J"), Paste: true}}, "0.9 0.8 1[2J|"},
		{"accents", []tea.KeyMsg{typed("εμ"), press(tea.KeyLeft), press(tea.KeyBackspace)}, "|μ"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var l Line
			for _, k := range c.keys {
				l.Press(k)
			}
			text, at := []rune(l.Text()), l.edit().Position()
			if got := string(text[:at]) + "|" + string(text[at:]); got != c.want {
				t.Errorf("%s: %q, want %q", c.name, got, c.want)
			}
		})
	}
}

func TestASelectedLineIsReplaced(t *testing.T) {
	for _, c := range []struct {
		name string
		key  tea.KeyMsg
		want string
	}{
		{"a character replaces it", typed("x"), "x"},
		{"a blank replaces it", tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}}, " "},
		{"a paste replaces it", tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("new.csv"), Paste: true}, "new.csv"},
		{"backspace deletes it", press(tea.KeyBackspace), ""},
		{"delete deletes it", press(tea.KeyDelete), ""},
		{"a word is deleted", press(tea.KeyCtrlW), "old "},
		{"the cursor moves", press(tea.KeyLeft), "old text"},
		{"other keys keep it", press(tea.KeyUp), "old text"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var l Line
			l.SetText("old text")
			l.Select()
			if view := l.View(20, true); view != "▏old text▏" {
				t.Errorf("selected, it is shown as %q", view)
			}
			l.Press(c.key)
			if l.Text() != c.want {
				t.Errorf("%q is left, want %q", l.Text(), c.want)
			}
			l.Press(typed("y"))
			if len(l.Text()) != len(c.want)+1 {
				t.Errorf("the next character made it %q", l.Text())
			}
		})
	}
}

// A line ignores characters that it cannot use.
func TestOtherKeysLeaveALineAlone(t *testing.T) {
	for _, other := range []tea.KeyMsg{
		press(tea.KeyTab), press(tea.KeyEnter), press(tea.KeyF2), press(tea.KeyCtrlV), press(tea.KeyUp), press(tea.KeyEsc),
		{Type: tea.KeyRunes, Runes: []rune("x"), Alt: true},
		{Type: tea.KeySpace, Runes: []rune{' '}, Alt: true},
	} {
		var l Line
		l.SetText("ab")
		if l.Press(other); l.Text() != "ab" || l.edit().Position() != 2 {
			t.Errorf("%s made it %q", other, l.Text())
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

// For any text and cursor, the visible part fits, contains the cursor, and is a part of the text.
func TestLineViewFits(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	edits := []tea.KeyType{
		tea.KeyLeft, tea.KeyRight, tea.KeyHome, tea.KeyEnd, tea.KeyBackspace, tea.KeyDelete,
		tea.KeyCtrlW, tea.KeyCtrlK, tea.KeyCtrlLeft, tea.KeyCtrlRight, tea.KeyCtrlD,
	}
	letters := []rune("ab 01.εμ̃漢字🙂")
	for range 2000 {
		var l Line
		for range random.IntN(40) {
			l.Press(typed(string(letters[random.IntN(len(letters))])))
			if random.IntN(4) == 0 {
				l.Press(tea.KeyMsg{Type: edits[random.IntN(len(edits))], Alt: random.IntN(2) == 0})
			}
		}
		l.edit().SetCursor(random.IntN(41))
		width := 2 + random.IntN(30)
		for _, focused := range []bool{true, false} {
			view := l.View(width, focused)
			if w := ansi.StringWidth(view); w > width {
				t.Fatalf("%q in %d cells: %q takes %d", l.Text(), width, view, w)
			}
			if focused && width > 4 && !strings.Contains(view, cursorGlyph) {
				t.Fatalf("%q, cursor at %d, in %d cells: %q has no cursor", l.Text(), l.edit().Position(), width, view)
			}
			bare := strings.NewReplacer("…", "", cursorGlyph, "").Replace(view)
			if plain := strings.TrimFunc(bare, unicode.IsSpace); !strings.Contains(l.Text(), plain) {
				t.Fatalf("%q is shown as %q", l.Text(), view)
			}
		}
	}
}
