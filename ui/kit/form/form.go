// Package form provides the parts of input forms: an editable line, a field that shows in place why
// its value is refused, and a form of fields in sections, also for a learner's parameters.
package form

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

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

// SetSections replaces the fields. The focus stays on its field, or moves to the nearest place
// if that is gone.
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

// Focus returns the field with the focus, or nil.
func (f *Form) Focus() *Field { return f.focus }

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

// Commands returns the commands of the focused field. Letters are typed into lines, so none of
// them is a key.
func (f *Form) Commands() []kit.Command {
	if f.focus == nil || !f.active {
		return nil
	}
	list := []kit.Command{
		{Name: "up", Key: "↑", Also: "ctrl+p", Help: "to the field above", Act: kit.Do(func() { f.Move(-1) })},
		{Name: "down", Key: "↓", Also: "ctrl+n", Short: "next field", Help: "to the field below", Act: kit.Do(func() { f.Move(1) })},
	}
	if f.focus.Typed() {
		return append(list, kit.Command{
			Name: "clear", Key: "ctrl+u", Help: "delete all before the cursor",
			Act: kit.Do(func() { f.focus.line.Press(tea.KeyMsg{Type: tea.KeyCtrlU}) }),
		})
	}
	return append(
		list,
		kit.Command{
			Name: "next-value", Key: "→", Also: "space l", Short: "choose", Help: "take the value after this one",
			Act: kit.Do(func() { f.focus.Turn(1) }),
		},
		kit.Command{
			Name: "previous-value", Key: "←", Also: "h", Short: "choose", Help: "take the value before this one",
			Act: kit.Do(func() { f.focus.Turn(-1) }),
		},
	)
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
