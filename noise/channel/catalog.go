package channel

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/noise/number"
	"regretscope/noise/param"
)

// A Declaration describes a channel; forms, flags, and help texts are derived from it.
type Declaration struct {
	ID, Name         string
	Paper            string // the source by its short name, with the place
	Meaning, Formula string // one line in words, one in symbols
	// TakesEpsilon reports whether ε is a parameter of the channel; otherwise ε follows from
	// its parameters, or the channel has no noise.
	TakesEpsilon bool
	Parameters   []Parameter
	// Example is a text that Parse reads: the ID, unless a parameter must be given.
	Example string

	build func(settings) (Channel, error)
}

// settings are the validated parameters that a channel is built from.
type settings struct {
	epsilon  float64
	values   []float64 // of the declared parameters, in their order
	points   curve
	defaults bool // no parameter was given
}

// A Parameter is what a channel takes besides ε: a number, or the points of a curve.
type Parameter struct {
	Name, Meaning string
	// The allowed values at a given ε go from Low to High, both included. High and Default are nil
	// for points.
	Low   float64
	High  func(epsilon float64) float64
	Range string // in symbols
	// Default returns the default value at a given ε.
	Default     func(epsilon float64) float64
	DefaultText string // in symbols
}

// MinEpsilon and MaxEpsilon limit the finite ε of channels: a slope of 1e-9 is still distinct
// from 0, and e^700 is a finite float64.
const MinEpsilon, MaxEpsilon = 1e-9, 700

// Catalog returns the declarations of all channels, in the order of the papers.
func Catalog() []Declaration { return catalog }

func init() {
	for i := range catalog {
		d := &catalog[i]
		d.Example = cmp.Or(d.Example, d.ID)
	}
}

// Find returns the declaration with the given id.
func Find(id string) (Declaration, error) {
	return param.FindListed(Catalog(), "channel", id, func(d Declaration) string { return d.ID })
}

// needsEpsilon reports whether the channel depends on ε when this many parameters are given.
func (d Declaration) needsEpsilon(given int) bool {
	return d.TakesEpsilon || given < len(d.Parameters)
}

// position returns the index of a parameter in the declaration, or −1.
func (d Declaration) position(name string) int {
	return slices.IndexFunc(d.Parameters, func(p Parameter) bool { return p.Name == name })
}

func (d Declaration) noParameter(name string) error {
	names := d.order()
	if len(names) == 0 {
		return fmt.Errorf("%s: it takes no parameters, so %s cannot be set", d.ID, param.Printable(name))
	}
	_, err := param.FindListed(names, "parameter", name, func(name string) string { return name })
	return fmt.Errorf("%s: %w", d.ID, err)
}

// check returns an error for a value outside the range. The message rounds an irrational limit
// inwards, so that the value it names is allowed.
func (p Parameter) check(value, epsilon float64) error {
	high := p.High(epsilon)
	if p.Low <= value && value <= high {
		return nil
	}
	where := ""
	if strings.Contains(p.Range, "ε") {
		where = fmt.Sprintf(" (%s at ε = %s)", p.Range, number.Format(epsilon))
	}
	return fmt.Errorf("%s must lie in [%s, %s]%s, not %s",
		p.Name, number.Format(p.Low), number.Format(math.Floor(high*1e6)/1e6), where,
		number.Format(value))
}

func checkEpsilon(epsilon float64) error {
	if MinEpsilon <= epsilon && epsilon <= MaxEpsilon || math.IsInf(epsilon, 1) {
		return nil
	}
	return fmt.Errorf("epsilon must lie in [%g, %d] or be inf, not %s", MinEpsilon, MaxEpsilon,
		number.Format(epsilon))
}
