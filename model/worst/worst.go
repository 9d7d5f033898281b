// Package worst searches a family of scenarios for one on which a learner does badly: by its regret,
// by how much that exceeds another learner's on the same rewards, or as a multiple of a lower bound.
// What a search finds is selected, and so too large: it is measured again on other seeds.
package worst

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"regretscope/model"
	"regretscope/model/stats"
	"regretscope/model/trials"
	"regretscope/noise"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
)

// Defaults and limits. A search by exact values is cheap.
const (
	Tries, ExactTries, MaxTries = 100, 5000, 10_000
	maxFinds                    = 10
)

// A Problem asks for a scenario of a family on which a learner does badly.
type Problem struct {
	Config    *model.Config // Learners[0] is looked at, and Learners[1] is compared with
	Family    *Family
	Objective Objective
	Tries     int           // scenarios; 0: Tries or ExactTries
	Runs      int           // replications that measure the find again
	Limit     time.Duration // the search has half of it if runs follow; 0: none
	Workers   int           // goroutines; 0: one a core
}

// An Objective is what is to be large.
type Objective int

// The objectives.
const (
	Regret     Objective = iota
	Difference           // from the regret of Learners[1] on the same rewards
	Floor                // regret as a multiple of a lower bound: theory.Times
)

// None returns the value above which something is found.
func (o Objective) None() float64 { return map[Objective]float64{Floor: 1}[o] }

// A Find is a scenario with the value that the search saw.
type Find struct {
	Instance
	Value float64
	Runs  int // 0: exact
}

// MarshalJSON returns the find in full precision. Scripts rely on its names.
func (f Find) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Found  number.Float `json:"found"`
		Runs   int          `json:"runs"` // 1 if it is exact
		Values []float64    `json:"values"`
		Means  []float64    `json:"means"` // of the first phase
	}{number.Float(f.Value), f.Runs, f.Values, f.Scenario.Phases[0].Means})
}

// An Answer is the result of a search, which may have ended early.
type Answer struct {
	Problem  *Problem
	Exact    bool
	Tried    int // scenarios, of Tries
	Tries    int
	Finds    []Find      // the largest first, as the search saw them; at least one
	Measured *stats.Pair // Finds[0] on fresh runs; nil if it is exact, or if there was no time
	Seed     uint64      // of these runs
	Found    bool        // the value, with its whole interval, is above Objective.None
}

// Search solves the problem. If ctx ends or time is up, it returns the cause with what it has, or nil if no scenario
// was tried. Unless it ends early, the answer depends neither on the machine nor on the number of workers.
func (p *Problem) Search(ctx context.Context, progress func(what string, done trials.Progress)) (*Answer, error) {
	whole, cancel := p.limited(ctx, 1)
	defer cancel()
	s := newSearch(whole, p, progress)
	parts := time.Duration(2) // half of the time is for measuring the find
	if s.answer.Exact {
		parts = 1
	}
	searching, cancel := p.limited(ctx, parts)
	defer cancel()
	a, err := s.answer, s.run(searching)
	switch {
	case err != nil && context.Cause(searching) == nil: // a program failed
		return nil, err
	case len(a.Finds) == 0:
		return nil, cmp.Or(err, errors.New("no scenario that was tried has a floor above 0"))
	case a.Exact:
		a.Found = a.Finds[0].Value > p.Objective.None()
		return a, err
	}
	return a, cmp.Or(s.measure(whole), err)
}

func (p *Problem) limited(ctx context.Context, parts time.Duration) (context.Context, context.CancelFunc) {
	if p.Limit == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, p.Limit/parts, trials.ErrTimeLimit)
}

// measure measures the first find again, with a number of runs fixed beforehand.
func (s *search) measure(ctx context.Context) error {
	c, a, none := *s.Config, s.answer, s.Objective.None()
	c.Seed = noise.Key(c.Seed, noise.Search, 1) >> 12 // every reader of JSON keeps its digits
	again := s.trial(&c, a.Finds[0].Instance)
	if err := s.simulate(ctx, "the find again, ", s.Runs, again); err != nil {
		return err
	}
	first, second := s.samples(again, s.Runs)
	pair := stats.Compare(first, second, stats.Confidence)
	a.Seed, a.Found, a.Measured = c.Seed, pair.Sign > 0, &pair
	pair.Mean += none
	pair.Interval = stats.Interval{Low: pair.Interval.Low + none, High: pair.Interval.High + none}
	return nil
}

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

func (a *Axis) at(share float64) float64 {
	low, high := a.Low, a.High
	if a.mean {
		low, high = low/(1-low), high/(1-high)
	}
	return math.Log2(low)*(1-share) + math.Log2(high)*share
}

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
