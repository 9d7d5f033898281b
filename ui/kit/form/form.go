// Package form holds the pieces with which screens ask people for values: an editable
// line, a field that refuses nonsense in place, and a form of fields in sections, also
// those of a learner's parameters.
package form

import (
	"cmp"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// A Section is fields under a title, with a note for a section without fields.
type Section struct {
	Title  string // may be styled
	Note   string
	Fields []*Field
}

// A Form is sections of fields, one of which has the keyboard. The fields stay
// the screen's, which may give the form others at any time.
type Form struct {
	theme         *theme.Theme
	sections      []Section
	focus         *Field // nil if there are no fields
	active        bool
	width, height int
}

// New returns an empty form.
func New(theme *theme.Theme) *Form { return &Form{theme: theme} }

// SetSections changes what is asked. The focus stays on its field, or goes to
// the nearest place where that is gone.
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

// enter moves the focus. What is typed into the field replaces its value.
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

// SetSize gives the form its room.
func (f *Form) SetSize(width, height int) { f.width, f.height = max(width, 0), max(height, 0) }

// Focus returns the field that keys go to, or nil.
func (f *Form) Focus() *Field { return f.focus }

// Has says whether a field is in the form.
func (f *Form) Has(field *Field) bool { return slices.Contains(f.fields(), field) }

// FocusOn moves the focus, if the field is in the form.
func (f *Form) FocusOn(field *Field) {
	if f.Has(field) {
		f.enter(field)
	}
}

// Typing says whether letters go into a line just now.
func (f *Form) Typing() bool { return f.active && f.focus != nil && f.focus.Typed() }

// Wrong returns the first field whose value is refused, or nil.
func (f *Form) Wrong() *Field { return Wrong(f.fields()) }

// Commands returns those of the field in focus. Letters are typed into lines, so none of them
// moves.
func (f *Form) Commands() []kit.Command {
	if f.focus == nil || !f.active {
		return nil
	}
	list := []kit.Command{
		{Name: "up", Key: "↑", Also: "ctrl+p", Help: "previous field", Do: func() { f.Move(-1) }},
		{Name: "down", Key: "↓", Also: "ctrl+n", Short: "next field", Help: "next field", Do: func() { f.Move(1) }},
	}
	if f.focus.Typed() {
		return append(list, kit.Command{
			Name: "clear", Key: "ctrl+u", Help: "delete all before the cursor",
			Do: func() { f.focus.line.Press(tea.KeyMsg{Type: tea.KeyCtrlU}) },
		})
	}
	return append(
		list,
		kit.Command{
			Name: "next-value", Key: "→", Also: "space l", Short: "choose", Help: "next value",
			Do: func() { f.focus.Turn(1) },
		},
		kit.Command{
			Name: "previous-value", Key: "←", Also: "h", Short: "choose", Help: "previous value",
			Do: func() { f.focus.Turn(-1) },
		},
	)
}

// Update types a key into the field in focus.
func (f *Form) Update(msg tea.KeyMsg) {
	if f.Typing() {
		f.focus.line.Press(msg)
	}
}

// Move goes to another field; the ends hold.
func (f *Form) Move(by int) {
	fields := f.fields()
	if len(fields) == 0 {
		return
	}
	at := slices.Index(fields, f.focus) + by
	f.enter(fields[min(max(at, 0), len(fields)-1)])
}

func (f *Form) fields() []*Field {
	var all []*Field
	for _, s := range f.sections {
		all = append(all, s.Fields...)
	}
	return all
}

// A Field asks for one value: text that is typed, or one of several words. It
// refuses nothing while it is typed into; it says what is wrong and keeps it.
type Field struct {
	Name    string // what the screen knows it by; unique in a form
	Label   string // what stands before the value; empty: the name
	Meaning string // one line
	Default string // what holds while nothing is given
	Formula string // of a default that depends on other values
	Range   string // what is allowed, in words
	Choices []Choice
	// Check reports whether a text is allowed, as a sentence about the field; nil
	// allows everything. It is not asked about an empty text.
	Check func(text string) error

	line    Line
	refused error  // by the screen,
	text    string // when this was given
}

// A Choice is a word that a field may hold, and what it means.
type Choice struct{ Word, Note string }

// FromParameter makes a field of a declaration. Derived is what its default
// comes to where that depends on the setting.
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

// Text is what was given; empty means that the default holds.
func (f *Field) Text() string { return f.line.Text() }

// SetText gives a value, allowed or not; an empty one leaves the default.
func (f *Field) SetText(text string) { f.line.SetText(text) }

// Value is what holds: what was given, else the default.
func (f *Field) Value() string { return cmp.Or(f.Text(), f.Default) }

// Err is what is wrong with the given value, if anything.
func (f *Field) Err() error {
	switch text := f.Text(); {
	case f.refused != nil && text == f.text:
		return f.refused
	case f.Check == nil || text == "":
		return nil
	default:
		return f.Check(text)
	}
}

// Wrong returns the first of some fields whose value is refused, or nil.
func Wrong(fields []*Field) *Field {
	if i := slices.IndexFunc(fields, func(f *Field) bool { return f.Err() != nil }); i >= 0 {
		return fields[i]
	}
	return nil
}

// Refuse marks the present value as wrong for a reason that only the screen can
// know (a file that cannot be read); nil takes it back. It is forgotten as soon
// as something else is given.
func (f *Field) Refuse(err error) { f.refused, f.text = err, f.Text() }

// Typed says whether text is typed into the field, as opposed to a word chosen.
func (f *Field) Typed() bool { return len(f.Choices) == 0 }

// Turn moves a field of choices on by some places, round and round. The default
// word is written as no value at all.
func (f *Field) Turn(by int) {
	n := len(f.Choices)
	if n == 0 {
		return
	}
	// A word that is none of the choices is at −1: forwards leads to the first.
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
