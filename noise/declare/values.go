package declare

import (
	"strings"
)

// Values are the parameters of one thing, each with its value.
type Values struct {
	declared List
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

// Text returns the value of a parameter as a word. A name that was never
// declared is a mistake of the programmer's.
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
	x, err := ParseNumber(v.Text(name))
	if err != nil {
		panic("parameter " + name + " is no number: " + err.Error())
	}
	return x
}
