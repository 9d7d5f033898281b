package learners

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/noise/words"
)

// A Choice is a learner with the parameters that somebody set, as in
// "rnm-ftnl,noise=gumbel,scale=2". Every learner also takes epsilon=…, which
// stands above the run's own ε, so that one learner can be compared with itself
// at several.
type Choice struct {
	*Declaration
	set     map[string]string
	epsilon float64 // 0: the run's
}

// ParseChoice reads ID[,key=value…].
func ParseChoice(text string) (Choice, error) {
	id, rest, _ := strings.Cut(text, ",")
	d, err := Find(id)
	if err != nil {
		return Choice{}, fmt.Errorf("%s: %w", text, err)
	}
	c := Choice{Declaration: d}
	for rest != "" {
		var setting string
		setting, rest, _ = strings.Cut(rest, ",")
		name, value, found := strings.Cut(setting, "=")
		if !found {
			return Choice{}, fmt.Errorf("%s: %q: parameters are written key=value", text, setting)
		}
		if c, err = c.With(name, value); err != nil {
			return Choice{}, fmt.Errorf("%s: %w", text, err)
		}
	}
	return c, nil
}

// With returns the choice with one more parameter set.
func (c Choice) With(name, value string) (Choice, error) {
	if name == "epsilon" {
		epsilon, err := ParseEpsilon(value)
		if err != nil {
			return c, fmt.Errorf("epsilon=%s: %w", value, err)
		}
		c.epsilon = epsilon
		return c, nil
	}
	names := []string{"epsilon"}
	for i := range c.Parameters {
		p := &c.Parameters[i]
		if p.Name == name {
			if err := p.Check(value); err != nil {
				return c, err
			}
			set := map[string]string{name: value}
			for k, v := range c.set {
				if k != name {
					set[k] = v
				}
			}
			c.set = set
			return c, nil
		}
		names = append(names, p.Name)
	}
	slices.Sort(names)
	return c, fmt.Errorf("%s: no such parameter%s (%s takes %s)", name, words.DidYouMean(name, names), c.ID, strings.Join(names, ", "))
}

// Epsilon is the privacy parameter that the learner runs at, given the run's.
func (c Choice) Epsilon(run float64) float64 {
	if c.epsilon > 0 {
		return c.epsilon
	}
	return run
}

// String is the choice as ParseChoice reads it.
func (c Choice) String() string {
	parts := []string{c.ID}
	if c.epsilon > 0 {
		parts = append(parts, "epsilon="+words.FormatNumber(c.epsilon))
	}
	for _, p := range c.Parameters {
		if value, ok := c.set[p.Name]; ok {
			parts = append(parts, p.Name+"="+value)
		}
	}
	return strings.Join(parts, ",")
}

// Label is a name for legends: the learner's, and what was set.
func (c Choice) Label() string {
	_, set, found := strings.Cut(c.String(), ",")
	if !found {
		return c.Name
	}
	set = strings.ReplaceAll(set, "epsilon=", "ε=")
	return c.Name + " " + strings.ReplaceAll(set, ",", " ")
}

// Values fills in the defaults, which may depend on the setting.
func (c Choice) Values(s Setting) Values {
	v := Values{declared: c.Parameters, texts: make([]string, len(c.Parameters))}
	for i, p := range c.Parameters {
		text, ok := c.set[p.Name]
		switch {
		case ok:
			v.texts[i] = text
		case p.Derive != nil:
			v.texts[i] = words.FormatNumber(p.Derive(s))
		default:
			v.texts[i] = p.Default
		}
	}
	return v
}

// Start returns a new learner in the setting.
func (c Choice) Start(s Setting) Learner { return c.New(s, c.Values(s)) }

// ParseEpsilon reads a privacy parameter: a positive number or inf.
func ParseEpsilon(text string) (float64, error) {
	epsilon, err := words.ParseNumber(text)
	if err != nil || epsilon <= 0 || (math.IsInf(epsilon, 1) && !strings.EqualFold(strings.TrimPrefix(text, "+"), "inf")) {
		return 0, fmt.Errorf("must be a positive number or inf")
	}
	return epsilon, nil
}
