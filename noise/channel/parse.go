package channel

import (
	"fmt"
	"strings"

	"regretscope/noise/number"
	"regretscope/noise/param"
)

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
	if err := checkEpsilon(epsilon); err != nil && d.needsEpsilon(len(given)) {
		return nil, fmt.Errorf("%s: %w", d.ID, err)
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
		i := d.position(name)
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
