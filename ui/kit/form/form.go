// Package form provides the parts of input forms: an editable line, a field that shows in place why
// its value is refused, and a form of fields in sections.
package form

import (
	"cmp"
	"fmt"
	"slices"
	"unicode"

	"github.com/charmbracelet/bubbles/cursor"
	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// A Section is fields under a title, or a note if there are no fields.
type Section struct {
	Title  string // may be styled
	Note   string
	Fields []*Field
}

// A Form is sections of fields, one of which has the focus. The screen owns the fields and may
// replace them at any time.
type Form struct {
	theme         *theme.Theme
	sections      []Section
	focus         *Field // nil if there are no fields
	active        bool
	width, height int
}

// New returns an empty form.
func New(theme *theme.Theme) *Form { return &Form{theme: theme} }

// SetSections replaces the fields. The focus stays on its field, or moves to the nearest place if that is gone.
func (f *Form) SetSections(sections []Section) {
	at := slices.Index(f.fields(), f.focus)
	f.sections = sections
	fields := f.fields()
	if slices.Contains(fields, f.focus) {
		return
	}
	f.focus = nil
	if len(fields) > 0 {
		f.enter(fields[min(max(at, 0), len(fields)-1)])
	}
}

// enter moves the focus. Typing into the field replaces its value.
func (f *Form) enter(field *Field) {
	if f.focus != field {
		f.focus = field
		field.line.Select()
	}
}

// SetActive gives the form the keyboard, or takes it away.
func (f *Form) SetActive(active bool) {
	if active && !f.active && f.focus != nil {
		f.focus.line.Select()
	}
	f.active = active
}

// SetSize sets the size of the form.
func (f *Form) SetSize(width, height int) { f.width, f.height = max(width, 0), max(height, 0) }

// Focused returns the field with the focus, or nil.
func (f *Form) Focused() *Field { return f.focus }

// Find moves the focus to the first field of a name, and reports whether there is one.
func (f *Form) Find(name string) bool {
	all := f.fields()
	at := slices.IndexFunc(all, func(field *Field) bool { return field.Name == name })
	if at >= 0 {
		f.enter(all[at])
	}
	return at >= 0
}

// Has reports whether a field is in the form.
func (f *Form) Has(field *Field) bool { return slices.Contains(f.fields(), field) }

// FocusOn moves the focus, if the field is in the form.
func (f *Form) FocusOn(field *Field) {
	if f.Has(field) {
		f.enter(field)
	}
}

// Typing reports whether letters go into a line.
func (f *Form) Typing() bool { return f.active && f.focus != nil && f.focus.Typed() }

// Wrong returns the first field whose value is refused, or nil.
func (f *Form) Wrong() *Field { return Wrong(f.fields()) }

// Commands declares the commands of the focused field. Letters are typed into lines, so none of them is a key.
func (f *Form) Commands() []kit.Command {
	focused := func() bool { return f.focus != nil && f.active }
	typed := func() bool { return focused() && f.focus.Typed() }
	chosen := func() bool { return focused() && !f.focus.Typed() }
	return []kit.Command{
		{Name: "up", Key: "↑", Also: "ctrl+p", Help: "to the field above", In: focused, Act: kit.Do(func() { f.Move(-1) })},
		{
			Name: "down", Key: "↓", Also: "ctrl+n", Short: "next field", Help: "to the field below", In: focused,
			Act: kit.Do(func() { f.Move(1) }),
		},
		{
			Name: "clear", Key: "ctrl+u", Help: "delete all before the cursor", In: typed,
			Act: kit.Do(func() { f.focus.line.Press(tea.KeyMsg{Type: tea.KeyCtrlU}) }),
		},
		{
			Name: "next-value", Key: "→", Also: "space l", Short: "choose", Help: "take the value after this one", In: chosen,
			Act: kit.Do(func() { f.focus.Turn(1) }),
		},
		{
			Name: "previous-value", Key: "←", Also: "h", Short: "choose", Help: "take the value before this one", In: chosen,
			Act: kit.Do(func() { f.focus.Turn(-1) }),
		},
	}
}

// Update types a key into the focused field.
func (f *Form) Update(msg tea.KeyMsg) {
	if f.Typing() {
		f.focus.line.Press(msg)
	}
}

// Move moves the focus, stopping at the ends.
func (f *Form) Move(by int) {
	fields := f.fields()
	if len(fields) == 0 {
		return
	}
	f.enter(fields[kit.MovedBy(slices.Index(fields, f.focus), by, len(fields))])
}

func (f *Form) fields() []*Field {
	var all []*Field
	for _, s := range f.sections {
		all = append(all, s.Fields...)
	}
	return all
}

// A Field asks for one value: typed text, or one of several words. It accepts anything while
// you type, keeps a wrong value, and shows what is wrong with it.
type Field struct {
	Name    string // the screen's name for it; unique in a form
	Label   string // the label; empty: the name
	Meaning string // one line
	Default string // the value if none is given
	Formula string // of a default that depends on other values
	Range   string // the allowed values, in words
	Choices []Choice
	// Check returns why a text is not allowed, as a sentence about the field; nil allows
	// everything. It is not called for an empty text.
	Check func(text string) error

	line    Line
	refused error  // set by the screen,
	text    string // for this value
}

// A Choice is an allowed word and its meaning.
type Choice struct{ Word, Note string }

// FromParameter returns a field for a parameter. Derived is the value of a default that depends on the setting.
func FromParameter(p *param.Parameter) *Field {
	f := &Field{
		Name: p.Name, Meaning: p.Meaning, Default: p.Default, Formula: p.Derived, Range: p.Range(), Check: p.Check,
	}
	for i, word := range p.Choices {
		c := Choice{Word: word}
		if i < len(p.Notes) {
			c.Note = p.Notes[i]
		}
		f.Choices = append(f.Choices, c)
	}
	return f
}

// Copy returns a field with a line of its own.
func (f *Field) Copy() *Field {
	own := *f
	own.line = Line{}
	own.SetText(f.Text())
	return &own
}

// Text returns the given value; empty means the default.
func (f *Field) Text() string { return f.line.Text() }

// SetText sets a value, allowed or not; an empty one means the default.
func (f *Field) SetText(text string) { f.line.SetText(text) }

// Value returns the given value or the default.
func (f *Field) Value() string { return cmp.Or(f.Text(), f.Default) }

// Err returns what is wrong with the given value, or nil.
func (f *Field) Err() error {
	text := f.Text()
	switch {
	case f.refused != nil && text == f.text:
		return f.refused
	case f.Check == nil || text == "":
		return nil
	}
	err := f.Check(text)
	if hint := number.Comma(text); err != nil && hint != "" {
		return fmt.Errorf("%w%s", err, hint)
	}
	return err
}

// Wrong returns the first field whose value is refused, or nil.
func Wrong(fields []*Field) *Field {
	if i := slices.IndexFunc(fields, func(f *Field) bool { return f.Err() != nil }); i >= 0 {
		return fields[i]
	}
	return nil
}

// Refuse marks the present value as wrong for a reason that only the screen knows, such as an
// unreadable file; nil removes the mark. Another value also removes it.
func (f *Field) Refuse(err error) { f.refused, f.text = err, f.Text() }

// Typed reports whether the value is typed rather than chosen.
func (f *Field) Typed() bool { return len(f.Choices) == 0 }

// Turn moves a field of choices on by some places, in a circle. The default word is stored as no value.
func (f *Field) Turn(by int) {
	n := len(f.Choices)
	if n == 0 {
		return
	}
	// A word that is not a choice is at −1: forward leads to the first.
	at := slices.IndexFunc(f.Choices, func(c Choice) bool { return c.Word == f.Value() })
	word := f.Choices[((at+by)%n+n)%n].Word
	if word == f.Default {
		word = ""
	}
	f.SetText(word)
}

func (f *Field) note() string {
	if i := slices.IndexFunc(f.Choices, func(c Choice) bool { return c.Word == f.Value() }); i >= 0 {
		return f.Choices[i].Note
	}
	return ""
}

func (f *Field) label() string { return cmp.Or(f.Label, f.Name) }

// MaxLine is the largest number of characters in a line; excess is dropped.
const MaxLine = 10_000

// cursorGlyph is shown between two characters. A character is visible without colors, a reversed cell is not.
const cursorGlyph = "▏"

// lineKeys returns the text input's keys for a line: all except those for suggestions, which a line lacks; for a
// clipboard, which would be that of the machine that runs the program, while terminals paste by themselves; and for
// deleting the next word, which panics before blanks (bubbles 1.0.0).
func lineKeys() textinput.KeyMap {
	keys := textinput.DefaultKeyMap
	for _, unused := range []*key.Binding{
		&keys.AcceptSuggestion, &keys.NextSuggestion, &keys.PrevSuggestion, &keys.Paste, &keys.DeleteWordForward,
	} {
		*unused = key.NewBinding(key.WithDisabled())
	}
	return keys
}

// A Line is one line of text with a cursor. It edits with the text input of bubbles but draws
// itself: the text input's cursor is a color, and it uses the default renderer.
type Line struct {
	input *textinput.Model // nil until it is used
	whole bool             // all of the text is selected
}

func (l *Line) edit() *textinput.Model {
	if l.input == nil {
		input := textinput.New()
		input.KeyMap, input.CharLimit = lineKeys(), MaxLine
		input.Cursor.SetMode(cursor.CursorHide)
		input.Focus()
		l.input = &input
	}
	return l.input
}

// Text returns the text of the line.
func (l *Line) Text() string {
	if l.input == nil {
		return ""
	}
	return l.input.Value()
}

// SetText replaces the text and moves the cursor to its end.
func (l *Line) SetText(text string) {
	if text == "" && l.input == nil {
		return
	}
	l.whole = false
	l.edit().SetValue(string(clean([]rune(text))))
	l.input.CursorEnd()
}

// Select selects the whole text: typing replaces it, and moving the cursor keeps it.
func (l *Line) Select() { l.whole = l.Text() != "" }

// Press handles a key.
func (l *Line) Press(msg tea.KeyMsg) {
	input := l.edit()
	keys := &input.KeyMap
	if msg.Alt && !key.Matches(msg, keys.WordForward, keys.WordBackward, keys.DeleteWordBackward) {
		return // a shortcut of the terminal, not a letter
	}
	msg.Runes = clean(msg.Runes)
	if l.whole && (len(msg.Runes) > 0 || key.Matches(msg, keys.DeleteCharacterBackward, keys.DeleteCharacterForward)) {
		input.SetValue("")
	}
	l.whole = false
	*input, _ = input.Update(msg)
}

// clean replaces white space by blanks and removes characters that would disturb a terminal.
func clean(runes []rune) []rune {
	var kept []rune
	for _, r := range runes {
		if unicode.IsSpace(r) {
			r = ' '
		}
		if unicode.IsPrint(r) {
			kept = append(kept, r)
		}
	}
	return kept
}

// View returns the part of the line around the cursor that fits into width
// columns, without padding. Selected text stands between two cursors.
func (l *Line) View(width int, focused bool) string {
	switch {
	case !focused:
		return ansi.Truncate(l.Text(), max(0, width), theme.Ellipsis)
	case l.input == nil:
		return ansi.Truncate(cursorGlyph, max(0, width), "")
	case l.whole && ansi.StringWidth(l.Text()) <= width-2:
		return cursorGlyph + l.Text() + cursorGlyph
	}
	text, at := []rune(l.input.Value()), l.input.Position()
	before, after := string(text[:at]), string(text[at:])
	// Keep a little of the following text visible while typing before it.
	room := width - 1 - min(4, width/4, ansi.StringWidth(after))
	if ansi.StringWidth(before) > room {
		before = lastCells(before, room-1)
		if room > 0 {
			before = theme.Ellipsis + before
		}
	}
	return ansi.Truncate(before+cursorGlyph+after, max(0, width), theme.Ellipsis)
}

func lastCells(text string, cells int) string {
	// A cut through a wide character leaves all of it, so one cell may be too few.
	for cut := ansi.StringWidth(text) - cells; cells > 0; cut++ {
		if end := ansi.TruncateLeft(text, cut, ""); ansi.StringWidth(end) <= cells {
			return end
		}
	}
	return ""
}
