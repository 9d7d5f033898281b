package learners

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"regretscope/noise"
	"regretscope/noise/declare"
)

// A Spec is a learner with the parameters that were set, as in
// "rnm-ftnl,noise=gumbel,scale=2". Every learner also takes epsilon=…, which
// overrides the run's ε, and seed=…, which gives it other random numbers on
// the same rewards, so that one learner can be compared with itself.
type Spec struct {
	*Declaration
	set     declare.Set
	epsilon float64 // 0: the run's
	seed    *uint64 // nil: the run's alone
}

// ParseSpec reads ID[,key=value…] of a learner in the catalogue. It refuses programs, so
// that no file can start one.
func ParseSpec(text string) (Spec, error) {
	if id, _, _ := declare.CutName(text); IsProgram(id) {
		return Spec{}, fmt.Errorf("%s: %w", declare.Printable(id), ErrProgram)
	}
	return ParseTyped(text)
}

// ParseTyped is ParseSpec for what a person has typed, which may also be a program:
// COMMAND[,key=value…].
func ParseTyped(text string) (Spec, error) {
	id, assignments, err := declare.SplitAssignments(text)
	if err != nil {
		return Spec{}, fmt.Errorf("%s: %w", declare.Printable(text), err)
	}
	if id == YouID {
		return Spec{}, ErrYou
	}
	var c Spec
	if IsProgram(id) {
		c, err = newProgram(id)
	} else {
		c.Declaration, err = Find(id)
	}
	if err != nil {
		return Spec{}, fmt.Errorf("%s: %w", declare.Printable(id), err)
	}
	for _, a := range assignments {
		if c, err = c.With(a[0], a[1]); err != nil {
			return Spec{}, fmt.Errorf("%s: %w", declare.Printable(id), err)
		}
	}
	return c, nil
}

// With returns the choice with one more parameter set.
func (c Spec) With(name, value string) (Spec, error) {
	switch name {
	case "epsilon":
		epsilon, err := ParseEpsilon(value)
		if err != nil {
			return c, fmt.Errorf("epsilon=%s: %w", declare.Printable(value), err)
		}
		c.epsilon = epsilon
		return c, nil
	case "seed":
		seed, err := ParseSeed(value)
		if err != nil {
			return c, fmt.Errorf("seed=%s: %w", declare.Printable(value), err)
		}
		c.seed = &seed
		return c, nil
	}
	if c.Program != nil {
		c.Declaration = c.taking(name)
	}
	p, err := append(declare.List{{Name: "epsilon"}, {Name: "seed"}}, c.Parameters...).Find(name)
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
func (c Spec) Epsilon(run float64) float64 {
	if c.epsilon > 0 {
		return c.epsilon
	}
	return run
}

// PrivacyParameter is the name of the parameter that says how private the learner is:
// epsilon, or one of its own where it has no ε.
func (c Spec) PrivacyParameter() string {
	if c.Tunes != "" {
		return c.Tunes
	}
	return "epsilon"
}

// Sets reports whether a parameter was set.
func (c Spec) Sets(name string) bool {
	_, set := c.set[name]
	return set || name == "epsilon" && c.epsilon > 0 || name == "seed" && c.seed != nil
}

// Seed is the seed of the learner's random numbers, given that of the rewards: the
// same, or another one that depends on both.
func (c Spec) Seed(rewards uint64) uint64 {
	if c.seed == nil {
		return rewards
	}
	return noise.Key(rewards, noise.Learning, *c.seed)
}

// String is the choice as ParseSpec reads it.
func (c Spec) String() string {
	parts := []string{c.ID}
	if c.epsilon > 0 {
		parts = append(parts, "epsilon="+declare.FormatNumber(c.epsilon))
	}
	if c.seed != nil {
		parts = append(parts, c.ownSeed())
	}
	for _, p := range c.Parameters {
		if value, ok := c.set[p.Name]; ok {
			parts = append(parts, p.Name+"="+value)
		}
	}
	return strings.Join(parts, ",")
}

func (c Spec) ownSeed() string { return "seed=" + strconv.FormatUint(*c.seed, 10) }

// Described lists the parameters with their values in a setting, defaults included,
// as key=value joined by semicolons, and a seed of the learner's own.
func (c Spec) Described(s Setting) string {
	values := c.Values(s).String()
	switch {
	case c.seed == nil:
		return values
	case values == "":
		return c.ownSeed()
	}
	return values + ";" + c.ownSeed()
}

// Label is a name for legends: the learner's, and what was set.
func (c Spec) Label() string {
	_, set, found := declare.CutName(c.String())
	if !found {
		return c.Name
	}
	set = strings.ReplaceAll(set, "epsilon=", "ε=")
	return c.Name + " " + strings.ReplaceAll(set, ",", " ")
}

// Values fills in the defaults, which may depend on the setting.
func (c Spec) Values(s Setting) declare.Values {
	return c.Parameters.Fill(c.set, func(name string) float64 { return c.Derive(s, name) })
}

// Start returns a new learner in the setting.
func (c Spec) Start(s Setting) Learner { return c.Declaration.Start(s, c.Values(s)) }

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

// ParseSeed reads a seed, all of its digits.
func ParseSeed(text string) (uint64, error) {
	seed, err := strconv.ParseUint(strings.ReplaceAll(text, "_", ""), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("must be a whole number from 0 to 2^64 − 1")
	}
	return seed, nil
}

// CheckEpsilon reports whether a privacy parameter is allowed.
func CheckEpsilon(epsilon float64) error {
	switch {
	case !(epsilon > 0):
		return fmt.Errorf("must be a positive number or inf")
	case epsilon < MinEpsilon:
		return fmt.Errorf("must be at least %v, or inf", MinEpsilon)
	}
	return nil
}
