package learners

import (
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"regretscope/noise"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// A Spec is a learner with parameters, as in "rnm-ftnl,noise=gumbel,scale=2". Every learner
// also takes epsilon=…, which overrides the run's ε, and seed=…, which changes its random
// numbers but not the rewards, to compare a learner with itself.
type Spec struct {
	*Declaration
	set     param.Set
	epsilon float64 // 0: the run's
	seed    *uint64 // nil: only the run's seed
}

// ParseSpec parses ID[,key=value…] of a learner in the catalog. It refuses programs, so no file can start one.
func ParseSpec(text string) (Spec, error) {
	if id, _, _ := param.CutName(text); IsProgram(id) {
		return Spec{}, fmt.Errorf("%s: %w", param.Printable(id), ErrProgram)
	}
	return ParseTyped(text)
}

// ParseTyped is ParseSpec for text that a person typed, which may also be a program:
// COMMAND[,key=value…].
func ParseTyped(text string) (Spec, error) {
	id, assignments, err := param.SplitAssignments(text)
	if err != nil {
		return Spec{}, fmt.Errorf("%s: %w", param.Printable(text), err)
	}
	if id == YouID {
		return Spec{}, ErrYou
	}
	var spec Spec
	if IsProgram(id) {
		spec, err = newProgram(id)
	} else {
		spec.Declaration, err = Find(id)
		if err != nil && filepath.Ext(id) != "" {
			err = fmt.Errorf("no such learner; a program in this folder is written ./%s", param.Printable(id))
		}
	}
	if err != nil {
		return Spec{}, fmt.Errorf("%s: %w", param.Printable(id), err)
	}
	for _, a := range assignments {
		if spec, err = spec.With(a[0], a[1]); err != nil {
			return Spec{}, fmt.Errorf("%s: %w", param.Printable(id), err)
		}
	}
	return spec, nil
}

// With returns the spec with one more parameter.
func (s Spec) With(name, value string) (Spec, error) {
	switch name {
	case "epsilon":
		epsilon, err := ParseEpsilon(value)
		if err != nil {
			return s, fmt.Errorf("epsilon=%s: %w", param.Printable(value), err)
		}
		s.epsilon = epsilon
		return s, nil
	case "seed":
		seed, err := ParseSeed(value)
		if err != nil {
			return s, fmt.Errorf("seed=%s: %w", param.Printable(value), err)
		}
		s.seed = &seed
		return s, nil
	}
	if s.Plays().Process() != nil {
		s.Declaration = s.taking(name)
	}
	p, err := append(param.List{{Name: "epsilon"}, {Name: "seed"}}, s.Parameters...).Find(name)
	if err != nil {
		return s, err
	}
	if err := p.Check(value); err != nil {
		return s, err
	}
	s.set = s.set.With(name, value)
	return s, nil
}

// Epsilon returns the learner's privacy parameter, given the run's.
func (s Spec) Epsilon(run float64) float64 {
	if s.epsilon > 0 {
		return s.epsilon
	}
	return run
}

// PrivacyParameter returns the name of the parameter that controls privacy: epsilon, or Tunes in a learner without ε.
func (s Spec) PrivacyParameter() string {
	if s.Tunes != "" {
		return s.Tunes
	}
	return "epsilon"
}

// Sets reports whether a parameter was set.
func (s Spec) Sets(name string) bool {
	_, set := s.set[name]
	return set || name == "epsilon" && s.epsilon > 0 || name == "seed" && s.seed != nil
}

// Seed returns the seed of the learner's random numbers, given the rewards' seed: the same, or
// a function of it and the learner's own seed.
func (s Spec) Seed(rewards uint64) uint64 {
	if s.seed == nil {
		return rewards
	}
	return noise.Key(rewards, noise.Learning, *s.seed)
}

// String returns the spec in the notation of ParseSpec.
func (s Spec) String() string {
	parts := []string{s.ID}
	if s.epsilon > 0 {
		parts = append(parts, "epsilon="+number.Format(s.epsilon))
	}
	if s.seed != nil {
		parts = append(parts, s.ownSeed())
	}
	for _, p := range s.Parameters {
		if value, ok := s.set[p.Name]; ok {
			parts = append(parts, p.Name+"="+value)
		}
	}
	return strings.Join(parts, ",")
}

func (s Spec) ownSeed() string { return "seed=" + strconv.FormatUint(*s.seed, 10) }

// Described returns the parameters in a setting as key=value joined by semicolons, including
// defaults and the learner's own seed.
func (s Spec) Described(setting Setting) string {
	values := s.Values(setting).String()
	switch {
	case s.seed == nil:
		return values
	case values == "":
		return s.ownSeed()
	}
	return values + ";" + s.ownSeed()
}

// Label returns the name for legends: the learner's name and its set parameters.
func (s Spec) Label() string {
	_, set, found := param.CutName(s.String())
	if !found {
		return s.Name
	}
	if number.Round(s.epsilon, 6) != s.epsilon { // computed
		set = strings.Replace(set, number.Format(s.epsilon), number.Loss(s.epsilon), 1)
	}
	set = strings.ReplaceAll(set, "epsilon=", "ε=")
	return s.Name + " " + strings.ReplaceAll(set, ",", " ")
}

// Values returns the parameters with defaults for the setting.
func (s Spec) Values(setting Setting) param.Values {
	return s.Parameters.Fill(s.set, func(name string) float64 { return s.Derive(setting, s.set, name) })
}

// Start returns a new learner in the setting.
func (s Spec) Start(setting Setting) Learner { return s.Declaration.Start(setting, s.Values(setting)) }

// MinEpsilon is the smallest privacy parameter. Its noise exceeds the rewards of any allowed
// horizon, and 1/ε is far from overflowing.
const MinEpsilon = 1e-9

// ParseEpsilon parses a privacy parameter: a number of at least MinEpsilon, or inf.
func ParseEpsilon(text string) (float64, error) {
	epsilon, err := number.Parse(text)
	if err != nil || (math.IsInf(epsilon, 1) && !strings.EqualFold(strings.TrimPrefix(text, "+"), "inf") && text != "∞") {
		epsilon = math.NaN()
	}
	return epsilon, CheckEpsilon(epsilon)
}

// ParseSeed parses a seed, of which it reads all digits.
func ParseSeed(text string) (uint64, error) {
	x, err := number.Parse(text)
	digits := strings.NewReplacer("_", "", ",", "").Replace(text)
	if n, inDigits := strconv.ParseUint(digits, 10, 64); err == nil && inDigits == nil {
		return n, nil
	}
	if err != nil || x != math.Trunc(x) || x < 0 || x >= 1<<64 || !strings.ContainsAny(text, "eE") {
		return 0, fmt.Errorf("must be a whole number from 0 to 2^64 − 1")
	}
	return uint64(x), nil
}

// CheckEpsilon returns an error if a privacy parameter is not allowed.
func CheckEpsilon(epsilon float64) error {
	switch {
	case !(epsilon > 0):
		return fmt.Errorf("must be a positive number or inf")
	case epsilon < MinEpsilon:
		return fmt.Errorf("must be at least %v, or inf", MinEpsilon)
	}
	return nil
}
