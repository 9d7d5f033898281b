// Package param declares the parameters of learners, channels, and scenarios, and reads and writes
// the numbers, names, and files that people write. It is below noise because every other folder
// needs it. It does not know the meaning of a parameter.
package param

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"regretscope/noise/number"
)

// A Parameter is a choice among words, a number in a range, or a text.
type Parameter struct {
	Name    string
	Meaning string // one line with the unit, and the source if there is one

	Choices []string // if not empty, the allowed words
	Notes   []string // the meaning of each choice; may be empty

	Min, Max float64 // the range of a number, ends included
	Above    bool    // Min is excluded
	Whole    bool    // whole numbers only
	Text     bool    // any text in place of a number, for programs

	Default string // the default
	Derived string // the formula of a default that depends on the setting, in place of Default
}

// Range describes the allowed values.
func (p *Parameter) Range() string {
	switch {
	case p.Text:
		return "a text"
	case len(p.Choices) > 0:
		return "one of " + strings.Join(p.Choices, ", ")
	}
	kind := "a number"
	if p.Whole {
		kind = "a whole number"
	}
	low, high := number.Setting(p.Min), number.Setting(p.Max)
	switch {
	case p.Above && math.IsInf(p.Max, 1):
		return kind + " above " + low
	case p.Above:
		return fmt.Sprintf("%s above %s and at most %s", kind, low, high)
	case math.IsInf(p.Max, 1):
		return kind + " of at least " + low
	default:
		return fmt.Sprintf("%s from %s to %s", kind, low, high)
	}
}

// Check returns an error if text is not a value that the parameter allows.
func (p *Parameter) Check(text string) error {
	ok := p.Text || slices.Contains(p.Choices, text)
	if !p.Text && len(p.Choices) == 0 {
		x, err := number.Parse(text)
		ok = err == nil && x >= p.Min && x <= p.Max && !(p.Above && x == p.Min) &&
			(!p.Whole || number.IsWhole(text, x)) && !math.IsInf(x, 0)
	}
	if !ok {
		return fmt.Errorf("%s=%s: must be %s", p.Name, Printable(text), p.Range())
	}
	return nil
}

// MustBeSound panics if a default is not allowed, which is a programming error.
func (l List) MustBeSound(owner string) {
	for i := range l {
		if l[i].Derived != "" {
			continue
		}
		if err := l[i].Check(l[i].Default); err != nil {
			panic(fmt.Sprintf("%s: default %v", owner, err))
		}
	}
}

// A List is a list of parameters, in the order in which they are written.
type List []Parameter

// Find returns the parameter with the given name. The error names the nearest one and lists all.
func (l List) Find(name string) (Parameter, error) {
	return FindListed(l, "parameter", name, func(p Parameter) string { return p.Name })
}

// A Set is a set of given values by parameter name.
type Set map[string]string

// With returns a copy of the set with one more value.
func (s Set) With(name, value string) Set {
	c := maps.Clone(s)
	if c == nil {
		c = Set{}
	}
	c[name] = value
	return c
}

// CutName cuts "name,key=value,…" at the first comma outside quotes.
func CutName(text string) (name, assignments string, found bool) {
	var quote rune
	for i, c := range text {
		switch {
		case quote == 0 && c == ',':
			return strings.TrimSpace(text[:i]), text[i+1:], true
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case c == quote:
			quote = 0
		}
	}
	return strings.TrimSpace(text), "", false
}

// SplitAssignments reads "id,key=value,…" into the id and the assignments, in their order. No key may be given twice.
func SplitAssignments(text string) (id string, assignments [][2]string, err error) {
	id, rest, more := CutName(text)
	for more {
		var one string
		one, rest, more = strings.Cut(rest, ",")
		name, value, found := strings.Cut(one, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if !found || name == "" || value == "" {
			return "", nil, fmt.Errorf("%q: parameters are written key=value", Printable(one))
		}
		if slices.ContainsFunc(assignments, func(a [2]string) bool { return a[0] == name }) {
			return "", nil, fmt.Errorf("%s: given twice", Printable(name))
		}
		assignments = append(assignments, [2]string{name, value})
	}
	return id, assignments, nil
}

// Combinations returns the number of texts that Alternatives makes from one, +Inf beyond
// float64. Check it first for untrusted texts: forty parameters with two values each make 10¹².
func Combinations(text string) float64 {
	n := 1.
	_, rest, _ := CutName(text)
	for assignment := range strings.SplitSeq(rest, ",") {
		if _, values, found := strings.Cut(assignment, "="); found {
			n *= float64(1 + strings.Count(values, "|"))
		}
	}
	return n
}

// Alternatives expands ID,key=A|B to ID,key=A and ID,key=B, with every combination of several
// parameters. It leaves the part before the first comma, which may be a path, unchanged.
func Alternatives(text string) []string {
	_, rest, found := CutName(text)
	if !found {
		return []string{text}
	}
	all := []string{strings.TrimSuffix(text, ","+rest)}
	for assignment := range strings.SplitSeq(rest, ",") {
		ends := []string{assignment} // without "=" it is a mistake, which the reader of the text reports
		if name, values, found := strings.Cut(assignment, "="); found {
			ends = strings.Split(values, "|")
			for i := range ends {
				ends[i] = name + "=" + ends[i]
			}
		}
		var longer []string
		for _, before := range all {
			for _, end := range ends {
				longer = append(longer, before+","+end)
			}
		}
		all = longer
	}
	return all
}

// Fill returns the value of every parameter: the given one, else its default, else the result of derive.
func (l List) Fill(set Set, derive func(name string) float64) Values {
	v := Values{declared: l, texts: make([]string, len(l))}
	for i, p := range l {
		text, ok := set[p.Name]
		switch {
		case ok:
			v.texts[i] = text
		case p.Derived != "":
			v.texts[i] = number.Format(derive(p.Name))
		default:
			v.texts[i] = p.Default
		}
	}
	return v
}

// Values are parameters with their values.
type Values struct {
	declared List
	texts    []string
}

// String returns every parameter as key=value, joined by ";", in order of declaration.
func (v Values) String() string {
	parts := make([]string, len(v.declared))
	for i, p := range v.declared {
		parts[i] = p.Name + "=" + v.texts[i]
	}
	return strings.Join(parts, ";")
}

// Text returns the value of a parameter as a word. It panics for an undeclared name.
func (v Values) Text(name string) string {
	for i, p := range v.declared {
		if p.Name == name {
			return v.texts[i]
		}
	}
	panic("no parameter " + name + " was declared")
}

// Number returns the value of a parameter as a number.
func (v Values) Number(name string) float64 {
	x, err := number.Parse(v.Text(name))
	if err != nil {
		panic("parameter " + name + " is not a number: " + err.Error())
	}
	return x
}

// A FieldError is a mistake in one field of a description.
type FieldError struct {
	// the field as scenario files name it, entries from 0: "labels", "phase[1].arms[2]"; a flag without --: "runs"
	Field string
	Err   error // one sentence: the mistake, and what is allowed
}

// Refuse returns a *FieldError about the field, with a formatted sentence.
func Refuse(field, format string, arguments ...any) error {
	return &FieldError{Field: field, Err: fmt.Errorf(format, arguments...)}
}

func (e *FieldError) Error() string { return e.Err.Error() }
func (e *FieldError) Unwrap() error { return e.Err }

// A LineError is a mistake in a line of a text that a person wrote.
type LineError struct {
	Line int   // from 1
	Err  error // one sentence: the mistake, and what is allowed
}

func (e *LineError) Error() string { return e.Err.Error() }
func (e *LineError) Unwrap() error { return e.Err }

// Must returns a value that cannot be refused: what makes it is checked elsewhere, or written in
// the code. It panics on an error.
func Must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
