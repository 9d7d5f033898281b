package form

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

const indent = "  " // of everything except titles, next to the glyph

// View returns as much of the form as fits, including the focused field, and counts the lines above and below.
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

// drawn holds the lines of the whole form; the focused field has the lines from … to−1.
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

// draw draws every field with its meaning: in full, or without room in one line except for the focused one.
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
			d.add(nil, f.note(s.Note, full, f.theme.Faint.Render)...)
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

// below returns what is wrong with a field, or its meaning. The focused field shows everything.
func (f *Form) below(field *Field, focused, wrapped bool) []string {
	if err := field.Err(); err != nil {
		return f.note("✗ "+err.Error(), wrapped, f.theme.Bad.Render)
	}
	meaning := field.Meaning
	if note := field.note(); note != "" {
		if !focused {
			return f.note(note, wrapped, f.theme.Faint.Render)
		}
		meaning += "; " + field.Value() + ": " + note
	}
	lines := f.note(meaning, wrapped, f.theme.Faint.Render)
	if focused && field.Range != "" && field.Typed() {
		lines = append(lines, f.note("allowed: "+field.Range, true, f.theme.Faint.Render)...)
	}
	return lines
}

// note returns a text below a label: wrapped, or cut to one line.
func (f *Form) note(text string, wrapped bool, style func(...string) string) []string {
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
