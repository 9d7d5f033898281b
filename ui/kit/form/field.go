package form

import (
	"slices"

	"regretscope/noise/declare"
)

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
func FromParameter(p *declare.Parameter) *Field {
	f := &Field{
		Name: p.Name, Meaning: p.Meaning, Default: p.Default, Formula: p.Derived,
		Range: p.Range(), Check: p.Check,
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
func (f *Field) Value() string {
	if text := f.Text(); text != "" {
		return text
	}
	return f.Default
}

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

// note is what the chosen word means.
func (f *Field) note() string {
	for _, c := range f.Choices {
		if c.Word == f.Value() {
			return c.Note
		}
	}
	return ""
}

func (f *Field) label() string {
	if f.Label != "" {
		return f.Label
	}
	return f.Name
}
