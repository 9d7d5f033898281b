package learners

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/noise/words"
)

// A Parameter of a learner: a choice among words, or a number in a range.
type Parameter struct {
	Name    string
	Meaning string // one line with the unit, and the source where there is one

	Choices []string // not empty: the value is one of these words
	Notes   []string // for each choice, what it means; may be empty

	Min, Max float64 // the range of a number, both ends allowed
	Above    bool    // Min itself is not allowed
	Whole    bool    // whole numbers only

	Default string // the value where none is given
	// Derive computes the default from the setting instead.
	Derive func(Setting) float64
}

// Range says in words what is allowed.
func (p *Parameter) Range() string {
	if len(p.Choices) > 0 {
		return "one of " + strings.Join(p.Choices, ", ")
	}
	kind := "a number"
	if p.Whole {
		kind = "a whole number"
	}
	low, high := words.FormatNumber(p.Min), words.FormatNumber(p.Max)
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

// Check tells whether text is a value that the parameter allows.
func (p *Parameter) Check(text string) error {
	ok := slices.Contains(p.Choices, text)
	if len(p.Choices) == 0 {
		x, err := words.ParseNumber(text)
		ok = err == nil && x >= p.Min && x <= p.Max && !(p.Above && x == p.Min) &&
			(!p.Whole || x == math.Trunc(x)) && !math.IsInf(x, 0)
	}
	if !ok {
		return fmt.Errorf("%s=%s: must be %s", p.Name, text, p.Range())
	}
	return nil
}

func (p *Parameter) mustBeSound(learner string) {
	if p.Derive == nil {
		if err := p.Check(p.Default); err != nil {
			panic(fmt.Sprintf("learners: %s: default %v", learner, err))
		}
	}
}

// Values are a learner's parameters, each with its value.
type Values struct {
	declared []Parameter
	texts    []string
}

// String lists every parameter as key=value joined by ";", in the order of the
// declaration.
func (v Values) String() string {
	parts := make([]string, len(v.declared))
	for i, p := range v.declared {
		parts[i] = p.Name + "=" + v.texts[i]
	}
	return strings.Join(parts, ";")
}

// Text returns the value of a parameter as a word.
func (v Values) Text(name string) string {
	for i, p := range v.declared {
		if p.Name == name {
			return v.texts[i]
		}
	}
	panic("learners: no parameter " + name + " was declared")
}

// Number returns the value of a parameter as a number.
func (v Values) Number(name string) float64 {
	x, err := words.ParseNumber(v.Text(name))
	if err != nil {
		panic("learners: parameter " + name + " is no number: " + err.Error())
	}
	return x
}
