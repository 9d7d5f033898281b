// Package form has the parts of input forms: an editable line, a field that shows in place why
// a value is refused, and a form of fields in sections, also for a learner's parameters.
package form

import (
	"cmp"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

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

// FromParameter returns a field for a parameter. Derived is the value of a default that depends
// on the setting.
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

// Text returns the given value; empty means the default.
func (f *Field) Text() string { return f.line.Text() }

// SetText sets a value, allowed or not; an empty one means the default.
func (f *Field) SetText(text string) { f.line.SetText(text) }

// Value returns the given value or the default.
func (f *Field) Value() string { return cmp.Or(f.Text(), f.Default) }

// Err returns what is wrong with the given value, or nil.
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

// Turn moves a field of choices on by some places, in a circle. The default word is stored as
// no value.
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

// indent is the indentation of everything except titles, next to the glyph.
const indent = "  "

// View returns as much of the form as fits, including the focused field, and counts the lines
// above and below.
func (f *Form) View() (shown []string, above, below int) {
	d := f.draw()
	return kit.Around(d.lines, d.from, d.to, f.height)
}

// FieldAt returns the field at a line of the view, or nil.
func (f *Form) FieldAt(line int) *Field {
	d := f.draw()
	shown, above, _ := kit.Around(d.lines, d.from, d.to, f.height)
	if line < 0 || line >= len(shown) {
		return nil
	}
	return d.fields[above+line]
}

// drawn returns the whole form; the focused field has the lines from … to−1.
type drawn struct {
	lines    []string
	fields   []*Field // of each line; nil for a line without a field
	from, to int
}

func (d *drawn) add(field *Field, lines ...string) {
	for _, line := range lines {
		d.lines, d.fields = append(d.lines, line), append(d.fields, field)
	}
}

// draw draws every field with its meaning: in full if there is room for all, otherwise in one
// line each except for the focused field.
func (f *Form) draw() drawn {
	d := f.drawIn(true)
	if len(d.lines) > f.height {
		d = f.drawIn(false)
	}
	return d
}

func (f *Form) drawIn(full bool) drawn {
	labels := 0
	for _, field := range f.fields() {
		labels = max(labels, ansi.StringWidth(field.label()))
	}
	labels = min(labels, f.width/3)
	var d drawn
	for i, s := range f.sections {
		if i > 0 {
			d.add(nil, "")
		}
		start := len(d.lines)
		d.add(nil, f.theme.Title.Render(s.Title))
		if s.Note != "" {
			d.add(nil, f.said(s.Note, full, f.theme.Faint.Render)...)
		}
		for j, field := range s.Fields {
			focused := field == f.focus && f.active
			if focused {
				d.from = len(d.lines)
			}
			d.add(field, f.row(field, labels, focused))
			d.add(field, f.below(field, focused, full || focused)...)
			if focused {
				d.to = len(d.lines)
			}
			if focused && j == 0 {
				d.from = start // with its title
			}
		}
	}
	for i := range d.lines {
		d.lines[i] = ansi.Truncate(d.lines[i], max(0, f.width), theme.Ellipsis)
	}
	return d
}

func (f *Form) row(field *Field, labels int, focused bool) string {
	label := ansi.Truncate(field.label(), labels, theme.Ellipsis)
	label += strings.Repeat(" ", labels-ansi.StringWidth(label))
	room := f.width - len(indent) - labels - len(indent)
	return f.theme.Select(label, focused) + indent + f.value(field, room, focused)
}

func (f *Form) value(field *Field, room int, focused bool) string {
	value := f.theme.Strong.Render
	if field.Err() != nil {
		value = f.theme.Bad.Render
	}
	given := field.Text() != ""
	switch {
	case !field.Typed() && focused:
		return f.theme.Accent.Render("‹ ") + value(field.Value()) + f.theme.Accent.Render(" ›")
	case given:
		return value(field.line.View(room, focused))
	}
	cursor := ""
	if focused && field.Typed() {
		cursor = f.theme.Accent.Render(cursorGlyph)
	}
	return cursor + f.theme.Text.Render(field.Default) + f.theme.Faint.Render(field.origin())
}

func (f *Field) origin() string {
	switch {
	case f.Formula != "" && f.Default != "":
		return " = " + f.Formula
	case f.Formula != "":
		return f.Formula
	case f.Default != "" && f.Typed():
		return " · default"
	default:
		return ""
	}
}

// below returns the text below a field: what is wrong with it, or its meaning. The focused
// field shows everything.
func (f *Form) below(field *Field, focused, wrapped bool) []string {
	if err := field.Err(); err != nil {
		return f.said("✗ "+err.Error(), wrapped, f.theme.Bad.Render)
	}
	meaning := field.Meaning
	if note := field.note(); note != "" {
		if !focused {
			return f.said(note, wrapped, f.theme.Faint.Render)
		}
		meaning += "; " + field.Value() + ": " + note
	}
	lines := f.said(meaning, wrapped, f.theme.Faint.Render)
	if focused && field.Range != "" && field.Typed() {
		lines = append(lines, f.said("allowed: "+field.Range, true, f.theme.Faint.Render)...)
	}
	return lines
}

// said returns a text below a label: wrapped, or cut to one line.
func (f *Form) said(text string, wrapped bool, style func(...string) string) []string {
	room := max(1, f.width-2*len(indent))
	if text == "" {
		return nil
	}
	parts := []string{ansi.Truncate(text, room, theme.Ellipsis)}
	if wrapped {
		parts = kit.Wrap(text, room, 0)
	}
	for i, part := range parts {
		parts[i] = indent + indent + style(part)
	}
	return parts
}
