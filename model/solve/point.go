package solve

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/stat"

	"regretscope/model/stats"
	"regretscope/model/trials"
	"regretscope/noise/number"
)

// A Verdict tells whether the condition holds at a value.
type Verdict int

// The verdicts.
const (
	Undecided Verdict = iota
	Holds
	Fails
)

// String returns the verdict in a word.
func (v Verdict) String() string { return [...]string{"undecided", "holds", "fails"}[v] }

// A Point is a value of the parameter with the results of its runs.
type Point struct {
	Value     float64
	Verdict   Verdict
	Runs      int
	Regret    float64 // mean
	Threshold float64 // mean of its limit: Below, or Factor times the other's
	Exact     bool    // both means are exact expectations, without runs
	// Misleads reports whether a few runs decide one of these means, so intervals of edges nearby are too narrow.
	Misleads  bool
	regrets   []float64
	threshold []float64 // by run
}

// Ratio returns the mean regret as a multiple of Threshold.
func (p *Point) Ratio() float64 { return p.Regret / p.Threshold }

// point runs a value until the condition is decided, or up to most runs. Exact expectations take
// no runs.
func (s *search) point(value float64, most int) (Point, error) {
	for runs := firstRuns; ; runs *= 2 {
		point, err := s.test(value, runs)
		if err != nil {
			return Point{}, err
		}
		if point.Verdict != Undecided || 2*runs > most {
			s.progress(fmt.Sprintf("%s = %s: %s after %s runs", s.Parameter, number.Value(value), point.Verdict,
				number.Count(point.Runs)))
			return point, nil
		}
	}
}

// test compares the regrets of the first runs at a value with their limits.
func (s *search) test(value float64, runs int) (Point, error) {
	if regret, limit, ok := s.exact(value); ok {
		p := Point{Value: value, Regret: regret, Threshold: limit, Exact: true, Verdict: Holds}
		if stats.Subtract(regret, limit) > 0 {
			p.Verdict = Fails
		}
		return p, s.ctx.Err()
	}
	p := Point{Value: value, Runs: runs}
	var err error
	if p.regrets, err = s.regrets(value, runs); err != nil {
		return p, err
	}
	if p.threshold, err = s.threshold(runs); err == nil {
		p.decide()
	}
	return p, err
}

// threshold returns the limit of each run's regret.
func (s *search) threshold(runs int) ([]float64, error) {
	if s.reference == nil {
		return slices.Repeat([]float64{s.Below}, runs), nil
	}
	regrets, err := s.runs(s.reference, runs)
	for i := range regrets {
		regrets[i] *= s.Factor
	}
	return regrets, err
}

// decide compares the regrets with their limits, run by run. Regrets that all equal their limits are at
// most their limits.
func (p *Point) decide() {
	pair := stats.Compare(p.regrets, p.threshold, level)
	p.Regret, p.Threshold, p.Misleads = stat.Mean(p.regrets, nil), stat.Mean(p.threshold, nil), pair.HeavyTails
	p.Verdict = map[int]Verdict{-1: Holds, 0: Undecided, 1: Fails}[pair.Sign]
	if pair.Equal && pair.Mean == 0 && pair.N >= stats.EnoughEqual {
		p.Verdict = Holds
	}
}

// simulated returns the regrets of the first learner's first runs at a value.
func (s *search) simulated(value float64, runs int) ([]float64, error) {
	own := s.samplers[value]
	if own == nil {
		spec, err := s.Config.Learners[0].With(s.Parameter, number.Format(value))
		if err != nil {
			return nil, err
		}
		own = trials.NewSampler(s.Config, spec)
		s.samplers[value] = own
	}
	return s.runs(own, runs)
}

// runs returns the regrets of a sampler's first runs at the horizon.
func (s *search) runs(of *trials.Sampler, runs int) ([]float64, error) {
	if err := trials.ExtendSamplers(s.ctx, runs, s.Workers, nil, of); err != nil {
		return nil, err
	}
	return of.Regrets(runs, 0), nil
}

// expected returns the exact expectations of the first learner's regret at a value, and of its
// limit; ok is false if one of them is unknown.
func (s *search) expected(value float64) (regret, limit float64, ok bool) {
	spec, err := s.Config.Learners[0].With(s.Parameter, number.Format(value))
	if err != nil {
		return 0, 0, false
	}
	own, ok := s.Config.Alone(spec).ExpectedRegret(s.ctx, 0)
	if !ok {
		return 0, 0, false
	}
	if limit = s.Below; s.reference != nil {
		other, known := s.Config.ExpectedRegret(s.ctx, 1)
		if !known {
			return 0, 0, false
		}
		limit = s.Factor * other.At(s.Config.Horizon)
	}
	return own.At(s.Config.Horizon), limit, true
}
