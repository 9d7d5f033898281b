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
	// The allowed values at a given ε go from Low to High, both included. High and Default are nil for points.
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

// Parse reads a channel as flags and scenario files write it:
//
//	linear                  at the given ε
//	quadratic,b=1           with parameters by name, ε among them
//	rr(0.73,0.73)           with all parameters in their order, ε first if the
//	                        channel takes it: linear(1), quadratic(1,0.5)
//	rr(epsilon=1)           or by name
//	curve,points=0:0.3/1:0.7  with points of p(r)
//
// epsilon is the ε for a text without its own, such as the ε of the scenario. It lies in [1e-9,
// 700] or is +Inf for no noise. Missing parameters have their defaults at ε. Case and blanks do not
// matter. An error is one sentence that names the channel, the parameter, and its range.
func Parse(text string, epsilon float64) (Channel, error) {
	id, arguments, err := cut(strings.ToLower(strings.TrimSpace(text)))
	if err != nil {
		return nil, err
	}
	d, err := Find(id)
	if err != nil {
		return nil, err
	}
	given, err := d.arguments(arguments)
	if err != nil {
		return nil, err
	}
	if own, ok := given["epsilon"].(float64); ok {
		if !d.needsEpsilon(len(given) - 1) {
			return nil, d.noEpsilon()
		}
		epsilon = own
		delete(given, "epsilon")
	}
	allowed := MinEpsilon <= epsilon && epsilon <= MaxEpsilon || math.IsInf(epsilon, 1)
	if !allowed && d.needsEpsilon(len(given)) {
		return nil, fmt.Errorf("%s: epsilon must lie in [%g, %d] or be inf, not %s", d.ID, MinEpsilon, MaxEpsilon, number.Format(epsilon))
	}
	s := settings{epsilon: epsilon, values: make([]float64, len(d.Parameters)), defaults: len(given) == 0}
	for i, p := range d.Parameters {
		if p.Default == nil {
			if s.points, _ = given[p.Name].(curve); s.points == nil {
				return nil, fmt.Errorf("%s: it needs %s, such as %s", d.ID, p.Name, d.Example)
			}
			continue
		}
		value, own := given[p.Name].(float64)
		if !own {
			value = p.Default(epsilon)
		} else if err := p.check(value, epsilon); err != nil {
			return nil, fmt.Errorf("%s: %w", d.ID, err)
		}
		s.values[i] = value
	}
	return d.build(s)
}

// cut separates a channel's id from its arguments.
func cut(text string) (id string, arguments []string, err error) {
	end := strings.IndexAny(text, "(,")
	if end < 0 {
		return text, nil, nil
	}
	id, inner := strings.TrimSpace(text[:end]), text[end+1:]
	if text[end] == '(' {
		closed := false
		if inner, closed = strings.CutSuffix(inner, ")"); !closed {
			return "", nil, fmt.Errorf("%s: the closing parenthesis is missing", param.Printable(text))
		}
	}
	if strings.TrimSpace(inner) == "" {
		return id, nil, nil
	}
	return id, strings.Split(inner, ","), nil
}

// arguments reads parameters by name, or all of them in their order: numbers, and a curve.
func (d Declaration) arguments(texts []string) (map[string]any, error) {
	given, named, order := map[string]any{}, 0, d.order()
	for at, text := range texts {
		name, value, isNamed := strings.Cut(text, "=")
		name = strings.TrimSpace(name)
		switch {
		case isNamed:
			named++
		case len(texts) != len(order):
			return nil, d.usage()
		default:
			name, value = order[at], text
		}
		i := slices.Index(d.Names(), name)
		if i < 0 && name != "epsilon" {
			return nil, d.noParameter(name)
		}
		if _, twice := given[name]; twice {
			return nil, fmt.Errorf("%s: %s is given twice", d.ID, name)
		}
		if i >= 0 && d.Parameters[i].Default == nil {
			points, err := readCurve(value)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", d.ID, err)
			}
			given[name] = points
			continue
		}
		number, err := number.Parse(strings.TrimSpace(value))
		if err != nil {
			return nil, fmt.Errorf("%s: %s must be a number, not %q", d.ID, name, param.Printable(value))
		}
		given[name] = number
	}
	if named > 0 && named < len(texts) {
		return nil, d.usage()
	}
	return given, nil
}

// noEpsilon returns the error for an ε given together with parameters that determine it.
func (d Declaration) noEpsilon() error {
	if len(d.Parameters) == 0 {
		return d.noParameter("epsilon")
	}
	if d.Parameters[0].Default == nil {
		return fmt.Errorf("%s: epsilon follows from %s, so it cannot be set", d.ID, d.Parameters[0].Name)
	}
	return fmt.Errorf("%s: epsilon follows from %s: give one or the other", d.ID, strings.Join(d.order(), " and "))
}

// order returns the names of the unnamed numbers, in their order.
func (d Declaration) order() []string {
	var names []string
	if d.TakesEpsilon {
		names = append(names, "epsilon")
	}
	return append(names, d.Names()...)
}

// Names returns the names of the parameters.
func (d Declaration) Names() []string {
	return param.Map(d.Parameters, func(p Parameter) string { return p.Name })
}

// usage returns the error for arguments that are neither named nor complete.
func (d Declaration) usage() error {
	order := d.order()
	if len(order) == 0 {
		return fmt.Errorf("%s: it takes no parameters", d.ID)
	}
	return fmt.Errorf("%s: write %s(%s), or any of them by name", d.ID, d.ID, strings.Join(order, ","))
}

// Arguments returns the numbers that a channel was made with, and the points of a curve, by name.
func Arguments(c Channel) map[string]any {
	id, texts, err := cut(c.String())
	if err != nil {
		return nil
	}
	d, err := Find(id)
	if err != nil {
		return nil
	}
	given, _ := d.arguments(texts)
	return given
}
