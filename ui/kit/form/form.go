// Package form holds the pieces with which screens ask people for values: an editable
// line, a field that refuses nonsense in place, and a form of fields in sections, also
// those of a learner's parameters.
package form

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// A Section is fields under a title, with something to say where there are none.
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
	focus         *Field // nil where there are no fields
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

// Focus is the field that keys go to, nil where there is none.
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

// Wrong returns the first field whose value is refused, nil where there is none.
func (f *Form) Wrong() *Field {
	for _, field := range f.fields() {
		if field.Err() != nil {
			return field
		}
	}
	return nil
}

// Commands are those of the field in focus, under a heading of the help. Letters
// are typed into lines, so none of them moves.
func (f *Form) Commands(group string) []kit.Command {
	command := func(name, keys, does, short string, run func(), on ...string) kit.Command {
		return kit.Command{Name: name, Key: kit.Bind(keys, does, on...), Short: short, Group: group, Run: kit.Call(run)}
	}
	if f.focus == nil || !f.active {
		return nil
	}
	list := []kit.Command{
		command("up", "↑", "previous field", "", func() { f.Move(-1) }, "up", "ctrl+p"),
		command("down", "↓", "next field", "next field", func() { f.Move(1) }, "down", "ctrl+n"),
	}
	if f.focus.Typed() {
		return append(list, command("clear", "ctrl+u", "delete all before the cursor", "", func() { f.focus.line.Press(tea.KeyMsg{Type: tea.KeyCtrlU}) }, "ctrl+u"))
	}
	return append(
		list,
		command("next-value", "→", "next value", "choose", func() { f.focus.Turn(1) }, "right", " ", "l"),
		command("previous-value", "←", "previous value", "choose", func() { f.focus.Turn(-1) }, "left", "h"),
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
