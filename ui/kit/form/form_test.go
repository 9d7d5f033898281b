package form

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

func numeric() *Field {
	return FromParameter(&param.Parameter{
		Name: "alpha", Meaning: "weight of the bonus", Min: 0, Above: true, Max: 4, Default: "1",
	})
}

func word() *Field {
	return FromParameter(&param.Parameter{
		Name: "noise", Meaning: "its law", Default: "laplace",
		Choices: []string{"laplace", "gumbel"}, Notes: []string{"two-sided", "softmax"},
	})
}

// show returns a form of the given fields with keyboard focus.
func show(fields ...*Field) *Form {
	f := New(uitest.Theme(termenv.Ascii))
	f.SetSections([]Section{{Title: "Fields", Fields: fields}})
	f.SetActive(true)
	f.SetSize(70, 12)
	return f
}

func send(f *Form, keys ...tea.KeyMsg) {
	for _, k := range keys {
		if c := kit.ForKey(f.Commands(), k); c != nil {
			_, _ = c.Run("")
		} else {
			f.Update(k)
		}
	}
}

func TestWrongValueIsRefusedInPlaceAndKept(t *testing.T) {
	field := numeric()
	f := show(field)
	send(f, typed("7"))
	if want := "alpha=7: must be a number above 0 and at most 4"; field.Err() == nil || field.Err().Error() != want {
		t.Fatalf("error %v, want %q", field.Err(), want)
	}
	if view := view(f); !strings.Contains(view, "✗ alpha=7: must be a number above 0 and at most 4") {
		t.Errorf("the refusal is not on screen:\n%s", view)
	}
	if f.Wrong() != field {
		t.Error("the form does not know which field is wrong")
	}
	send(f, press(tea.KeyBackspace), typed("3"))
	if field.Err() != nil || field.Value() != "3" || f.Wrong() != nil {
		t.Errorf("mended to %q, error %v", field.Value(), field.Err())
	}
}

func TestNothingTypedIsTheDefault(t *testing.T) {
	field := numeric()
	f := show(field)
	if field.Value() != "1" || field.Text() != "" || field.Err() != nil {
		t.Fatalf("value %q, text %q, error %v", field.Value(), field.Text(), field.Err())
	}
	uitest.Contains(t, view(f), "1 · default")
	send(f, typed("2"), press(tea.KeyCtrlU))
	if field.Value() != "1" {
		t.Errorf("emptied, the value is %q", field.Value())
	}
}

func TestDerivedDefaultIsShownWithItsFormula(t *testing.T) {
	field := FromParameter(&param.Parameter{Name: "w", Meaning: "window", Min: 1, Max: 1e9, Derived: "2√(T ln T/L_T)"})
	f := show(field)
	uitest.Contains(t, view(f), "2√(T ln T/L_T)")
	field.Default = "2146"
	uitest.Contains(t, view(f), "2146 = 2√(T ln T/L_T)")
}

func TestChoiceTurns(t *testing.T) {
	field := word()
	f := show(field)
	if f.Typing() {
		t.Error("letters would go into a choice")
	}
	for _, want := range []string{"gumbel", "laplace", "gumbel"} {
		send(f, press(tea.KeyRight))
		if field.Value() != want {
			t.Fatalf("value %q, want %q", field.Value(), want)
		}
		if note := map[string]string{"gumbel": "softmax", "laplace": "two-sided"}[want]; !strings.Contains(view(f), note) {
			t.Errorf("what %s means is not on screen:\n%s", want, view(f))
		}
	}
	send(f, press(tea.KeyLeft))
	if field.Value() != "laplace" || field.Text() != "" {
		t.Errorf("the default word is written as %q", field.Text())
	}
	field.SetText("cauchy")
	if field.Err() == nil {
		t.Error("a word that is no choice is not refused")
	}
	send(f, press(tea.KeyRight))
	if field.Value() != "laplace" {
		t.Errorf("from a word that is none, → leads to %q", field.Value())
	}
}

func TestRefusalIsForgottenWithTheValue(t *testing.T) {
	field := &Field{Name: "file"}
	f := show(field)
	send(f, typed("a.toml"))
	field.Refuse(errors.New("a.toml: no such file"))
	if field.Err() == nil || !strings.Contains(view(f), "✗ a.toml: no such file") {
		t.Errorf("not refused:\n%s", view(f))
	}
	send(f, typed("x"))
	if field.Err() != nil {
		t.Errorf("another value is refused, too: %v", field.Err())
	}
	send(f, press(tea.KeyBackspace))
	field.Refuse(nil)
	if field.Err() != nil {
		t.Error("the refusal was not taken back")
	}
}

func TestTypingReplacesTheValueOfAFieldThatIsEntered(t *testing.T) {
	first, second := numeric(), numeric()
	first.SetText("2")
	second.SetText("3")
	f := New(uitest.Theme(termenv.Ascii))
	f.SetSections([]Section{{Fields: []*Field{first, second}}})
	f.SetActive(true)
	send(f, typed("1"), typed("5"), press(tea.KeyDown), typed("4"), press(tea.KeyUp), press(tea.KeyEnd), typed("7"))
	if first.Text() != "157" || second.Text() != "4" {
		t.Errorf("the fields hold %q and %q, want 157 and 4", first.Text(), second.Text())
	}
}

func TestFocusMoves(t *testing.T) {
	a, b, c := numeric(), word(), numeric()
	f := show(a, b, c)
	for i, step := range []struct {
		key  tea.KeyType
		want *Field
	}{{tea.KeyUp, a}, {tea.KeyDown, b}, {tea.KeyDown, c}, {tea.KeyDown, c}, {tea.KeyUp, b}} {
		if send(f, press(step.key)); f.Focused() != step.want {
			t.Fatalf("step %d: the focus is elsewhere", i)
		}
	}
	f.SetSections([]Section{{Title: "other", Fields: []*Field{c, b}}})
	if f.Focused() != b {
		t.Error("the focus did not stay on its field")
	}
	f.SetSections([]Section{{Title: "other", Fields: []*Field{a, c}}})
	if f.Focused() != c {
		t.Error("with its field gone, the focus did not go to the field in its place")
	}
	f.SetSections(nil)
	send(f, typed("x"), press(tea.KeyDown))
	if f.Focused() != nil || view(f) != "" || len(kit.Offered(f.Commands())) > 0 {
		t.Error("an empty form has something")
	}
	f.SetSections([]Section{{Fields: []*Field{a}}})
	f.SetActive(false)
	if send(f, typed("3")); a.Text() != "" || f.Typing() {
		t.Error("a form without the keyboard was typed into")
	}
}

func TestViewFits(t *testing.T) {
	long := numeric()
	long.Meaning = strings.Repeat("a long story ", 20)
	long.SetText("123456789012345678901234567890")
	f := show(long, word(), numeric())
	for width := range 60 {
		for height := range 15 {
			f.SetSize(width, height)
			lines := strings.Split(view(f), "\n")
			if len(lines) > max(height, 1) {
				t.Fatalf("%dx%d: %d lines", width, height, len(lines))
			}
			for _, line := range lines {
				if w := ansi.StringWidth(line); w > width {
					t.Fatalf("%dx%d: %q takes %d", width, height, line, w)
				}
			}
		}
	}
}

func view(f *Form) string {
	lines, _, _ := f.View()
	return strings.Join(lines, "\n")
}

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
		var l Line
		for _, k := range c.keys {
			l.Press(k)
		}
		text, at := []rune(l.Text()), l.edit().Position()
		if got := string(text[:at]) + "|" + string(text[at:]); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
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
		var l Line
		l.SetText("old text")
		l.Select()
		if view := l.View(20, true); view != "▏old text▏" {
			t.Errorf("%s: selected, it is shown as %q", c.name, view)
		}
		l.Press(c.key)
		if l.Text() != c.want {
			t.Errorf("%s: %q is left, want %q", c.name, l.Text(), c.want)
		}
		l.Press(typed("y"))
		if len(l.Text()) != len(c.want)+1 {
			t.Errorf("%s: the next character made it %q", c.name, l.Text())
		}
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
