package worst

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
)

// Limits of the families.
const (
	MaxArms      = 100
	leastMean    = .01 // of a Bernoulli arm; × the floor has no largest value as means tend to 1
	leastHorizon = 20
)

// A Family is a set of scenarios that differ in a few numbers.
type Family struct {
	Name string
	Axes []Axis

	horizon, digits int // significant digits of the numbers, so that a command line can hold them
	full, fixed     bool
	phases          func(values []float64) [][]float64 // the arms' means
}

// An Axis is the range of one of the numbers.
type Axis struct {
	Name string  `json:"name"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	mean bool    // the search goes by log₂ of the odds, otherwise by log₂ of the number
}

// at returns the coordinate at a share of the range.
func (a *Axis) at(share float64) float64 {
	low, high := a.Low, a.High
	if a.mean {
		low, high = low/(1-low), high/(1-high)
	}
	return math.Log2(low)*(1-share) + math.Log2(high)*share
}

// value returns the number at a coordinate.
func (a *Axis) value(x float64, digits int) float64 {
	value := math.Exp2(x)
	if a.mean {
		value /= 1 + value
	}
	return min(max(number.Round(value, digits), a.Low), a.High)
}

// NewFamily returns a family of scenarios for bandits or full information. Errors are one sentence.
func NewFamily(name string, arms, horizon int, full bool) (*Family, error) {
	f := &Family{Name: name, horizon: horizon, digits: 3, full: full, fixed: full && name != "means"}
	gap, high := Axis{"gap", .001, 1, false}, Axis{"mean", 2 * leastMean, 1 - leastMean, true}
	two := func(best int, mean, gap float64) []float64 {
		means := slices.Repeat([]float64{number.Round(mean-gap, 12)}, arms) // .7000000000000001 is .7
		means[best] = mean
		return means
	}
	switch {
	case arms < 2 || arms > MaxArms:
		return nil, fmt.Errorf("arms %d: must be a whole number from 2 to %d", arms, MaxArms)
	case name == "losses" && !full:
		return nil, errors.New("family losses: needs a learner with full information; bandits have gap, means, and switch")
	case name == "switch" && full:
		return nil, errors.New("family switch: needs bandits; full information has gap, means, and losses")
	case horizon < leastHorizon || horizon > scenarios.MaxHorizon:
		return nil, fmt.Errorf("horizon %d: must be a whole number from %d to %s", horizon, leastHorizon,
			number.Count(scenarios.MaxHorizon))
	case name == "gap" && full:
		f.Axes, f.digits = []Axis{gap}, 6
		f.phases = func(v []float64) [][]float64 { return [][]float64{two(0, 1, v[0])} }
	case name == "gap":
		f.Axes = []Axis{high, gap}
		f.phases = func(v []float64) [][]float64 { return [][]float64{two(0, v[0], v[1])} }
	case name == "means":
		f.Axes = slices.Repeat([]Axis{{"mean", leastMean, 1 - leastMean, true}}, arms)
		f.phases = func(v []float64) [][]float64 { return [][]float64{v} }
	case name == "losses":
		f.Axes, f.digits = slices.Repeat([]Axis{{"gap", .01, 1, false}}, arms-1), 6
		f.phases = func(v []float64) [][]float64 {
			less := func(gap float64) float64 { return number.Round(1-gap, 12) }
			return [][]float64{append([]float64{1}, param.Map(v, less)...)}
		}
	default: // switch: the arms take turns as the best
		shortest := max(leastHorizon/2, math.Ceil(float64(horizon)/scenarios.MaxPhases))
		f.Axes = []Axis{high, gap, {"length", shortest, float64(horizon / 2), false}}
		f.phases = func(v []float64) (phases [][]float64) {
			for p := 0; p*int(v[2]) < horizon; p++ {
				phases = append(phases, two(p%arms, v[0], v[1]))
			}
			return phases
		}
	}
	return f, nil
}

// An Instance is one scenario of a family.
type Instance struct {
	Values   []float64 // by axis
	Scenario *scenarios.Scenario
}

// Middle returns a scenario whose numbers differ.
func (f *Family) Middle(epsilon float64) Instance {
	x := make([]float64, len(f.Axes))
	for k := range x {
		x[k] = f.Axes[k].at(float64(k+1) / float64(len(x)+1))
	}
	return f.instance(x, epsilon)
}

// instance returns the scenario at coordinates of the search.
func (f *Family) instance(x []float64, epsilon float64) Instance {
	v := make([]float64, len(x))
	for k, axis := range f.Axes {
		v[k] = axis.value(x[k], f.digits)
		switch {
		case axis.Name == "length":
			v[k] = math.Round(v[k])
		case axis.Name == "gap" && !f.fixed:
			v[k] = min(v[k], number.Round(v[0]-leastMean, 12))
		}
	}
	feedback, kind := scenarios.Bandit, scenarios.Stochastic
	if f.full {
		feedback = scenarios.Full
	}
	var phases []scenarios.Phase
	for p, means := range f.phases(v) {
		phase := scenarios.Phase{From: 1}
		if p > 0 {
			phase.From, kind = 1+p*int(v[2]), scenarios.Changing
		}
		for _, mean := range means {
			var law arm.Distribution = param.Must(arm.NewBernoulli(mean))
			if f.fixed {
				law = param.Must(arm.NewConstant(mean))
			}
			phase.Arms = append(phase.Arms, law)
		}
		phases = append(phases, phase)
	}
	s := &scenarios.Scenario{
		Name: f.Name, Summary: "found by worst", Kind: kind, Feedback: feedback,
		Horizon: f.horizon, Epsilon: epsilon, Phases: phases,
	}
	return Instance{v, param.Must(s.Finish())}
}

// AtBounds reports whether a number of an instance, or the smallest mean, is at the end of its range.
func (f *Family) AtBounds(i Instance) bool {
	if !f.fixed && slices.Min(i.Scenario.Phases[0].Means) == leastMean {
		return true
	}
	for k, axis := range f.Axes {
		if i.Values[k] == axis.Low || i.Values[k] == axis.High {
			return true
		}
	}
	return false
}
