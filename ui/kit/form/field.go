package form

import (
	"cmp"
	"slices"

	"regretscope/noise/param"
)

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
