package learners

import (
	"fmt"
	"math"
	"strings"

	"regretscope/noise/declare"
)

// A Choice is a learner with the parameters that were set, as in
// "rnm-ftnl,noise=gumbel,scale=2". Every learner also takes epsilon=…, which
// stands above the run's own ε, so that one learner can be compared with itself
// at several.
type Choice struct {
	*Declaration
	set     declare.Set
	epsilon float64 // 0: the run's
}

// ParseChoice reads ID[,key=value…].
func ParseChoice(text string) (Choice, error) {
	id, assignments, err := declare.SplitAssignments(text)
	if err != nil {
		return Choice{}, fmt.Errorf("%s: %w", text, err)
	}
	d, err := Find(id)
	if err != nil {
		return Choice{}, fmt.Errorf("%s: %w", id, err)
	}
	c := Choice{Declaration: d}
	for _, a := range assignments {
		if c, err = c.With(a[0], a[1]); err != nil {
			return Choice{}, fmt.Errorf("%s: %w", id, err)
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
	p, err := append(declare.List{{Name: "epsilon"}}, c.Parameters...).Find(name)
	if err != nil {
		return c, err
	}
	if err := p.Check(value); err != nil {
		return c, err
	}
	c.set = c.set.With(name, value)
	return c, nil
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
		parts = append(parts, "epsilon="+declare.FormatNumber(c.epsilon))
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
func (c Choice) Values(s Setting) declare.Values {
	return c.Parameters.Fill(c.set, func(name string) float64 { return c.Derive(s, name) })
}

// Start returns a new learner in the setting.
func (c Choice) Start(s Setting) Learner { return c.New(s, c.Values(s)) }

// MinEpsilon is the smallest privacy parameter: at it, noise drowns the rewards
// of every horizon that is allowed, and 1/ε is still far from overflowing.
const MinEpsilon = 1e-9

// ParseEpsilon reads a privacy parameter: a positive number of at least
// MinEpsilon, or inf.
func ParseEpsilon(text string) (float64, error) {
	epsilon, err := declare.ParseNumber(text)
	if err != nil || (math.IsInf(epsilon, 1) && !strings.EqualFold(strings.TrimPrefix(text, "+"), "inf")) {
		epsilon = math.NaN()
	}
	return epsilon, CheckEpsilon(epsilon)
}

// CheckEpsilon tells whether a privacy parameter is allowed.
func CheckEpsilon(epsilon float64) error {
	switch {
	case !(epsilon > 0):
		return fmt.Errorf("must be a positive number or inf")
	case epsilon < MinEpsilon:
		return fmt.Errorf("must be at least %v, or inf", MinEpsilon)
	}
	return nil
}
