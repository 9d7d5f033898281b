// Package solve finds the values of a parameter that meet a regret target, for example the
// smallest ε that you can afford. It adds paired runs until each decision is clear.
package solve

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"regretscope/model"
	"regretscope/model/stats"
	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// Epsilon is the name of the privacy parameter ε.
const Epsilon = "epsilon"

// Limits of the work.
const (
	firstRuns = 20 // replications that a decision starts with
	scanRuns  = 80 // replications of the scan, and of an edge's first measurement
	// DecideRuns is the maximum number of replications that decide a value.
	DecideRuns = 64 * scanRuns
	MaxRuns    = 20_480 // maximum number of replications at an edge
	scanned    = 9      // values of the scan of the range
)

// level is the confidence of one decision of the scan, so that its ten or so decisions are all
// right with probability 99% or more.
const level = .999

// A Problem asks for the values of a parameter at which the regret of the first learner at the
// horizon has at most a given size.
type Problem struct {
	Config    *model.Config // a checked one; Learners[0] is solved for, Learners[1] is compared with
	Parameter string        // Epsilon, or a parameter of Learners[0] that is a number
	Factor    float64       // limit: Factor times the regret of Learners[1]; 0: Below
	Below     float64       // limit, if Factor is 0
	Low, High float64       // the range to search; both 0: Range
	Tolerance float64       // relative half width at which an edge's interval is narrow enough
	Workers   int           // goroutines; 0: one a core
}

// Range returns the default range of a parameter: 0.01 to 100 for ε; otherwise the declared range, up to the horizon.
func Range(c *model.Config, name string) (low, high float64, whole bool, err error) {
	spec := &c.Learners[0]
	if name == Epsilon && trials.TakesEpsilon(spec.ID) {
		return .01, 100, false, nil
	}
	p, err := spec.Parameters.Find(name)
	if err != nil || len(p.Choices) > 0 { // words have no range
		var names []string
		if trials.TakesEpsilon(spec.ID) {
			names = []string{Epsilon}
		}
		for i := range spec.Parameters {
			if p := &spec.Parameters[i]; len(p.Choices) == 0 {
				names = append(names, p.Name)
			}
		}
		if len(names) == 0 {
			return 0, 0, false, fmt.Errorf("%s has no ε, and no other number to solve for", spec.ID)
		}
		return 0, 0, false, fmt.Errorf("must be one of %s%s", strings.Join(names, ", "), param.DidYouMean(name, names))
	}
	low, high = p.Min, min(p.Max, float64(c.Horizon))
	if low <= 0 {
		low = min(.01, high/100) // the search goes by factors
	}
	if p.Above {
		low *= 1.01
	}
	return low, high, p.Whole, nil
}

// An Edge is where the condition starts or stops holding. For whole-number parameters it is the
// last value at which it holds.
type Edge struct {
	Value     float64
	Low, High float64 // the 95% interval of Value
	At        Point   // the runs at Value
	Safe      Point   // the runs at the end of the interval where the condition holds, rounded away from the edge
	End       bool    // the edge is the end of the range; the condition holds up to there
	Open      bool    // the edge is the last value before one that stays undecided
	Reached   bool    // the interval is within the tolerance
}

// A Span is a range in which the condition holds.
type Span struct {
	From Edge `json:"from"`
	To   Edge `json:"to"`
}

// An Answer is the solution of a Problem.
type Answer struct {
	Problem   *Problem
	Low, High float64
	Whole     bool
	Spans     []Span
	Points    []Point // the scan, by value
	Limit     *Point  // at ε = ∞ if the parameter is ε
	// Falls and Rises report whether regret falls or rises somewhere in the range beyond
	// chance. If both are true, it is not monotone.
	Falls, Rises bool
}

// Solve solves the problem. If ctx ends first, it returns the context's cause.
func (p *Problem) Solve(ctx context.Context, progress func(done string)) (*Answer, error) {
	s, err := p.search(ctx, progress)
	if err != nil {
		return nil, err
	}
	if p.Parameter == Epsilon {
		limit, err := s.point(math.Inf(1), DecideRuns)
		if err != nil {
			return nil, err
		}
		s.answer.Limit = &limit
	}
	if err := s.scan(); err != nil {
		return nil, err
	}
	return s.answer, s.refine()
}

// A search is the state of solving a Problem.
type search struct {
	*Problem
	ctx       context.Context
	progress  func(string)
	answer    *Answer
	regrets   func(value float64, runs int) ([]float64, error) // simulated
	samplers  map[float64]*trials.Sampler                      // of Learners[0], by value
	reference *trials.Sampler                                  // of Learners[1]; nil if the limit is a number
	exact     func(value float64) (regret, limit float64, ok bool)
}

func (p *Problem) search(ctx context.Context, progress func(string)) (*search, error) {
	low, high, whole, err := Range(p.Config, p.Parameter)
	if err != nil {
		return nil, err
	}
	if p.Low != 0 || p.High != 0 {
		low, high = p.Low, p.High
	}
	if !(0 < low && low < high) {
		return nil, fmt.Errorf("the range from %v to %v must be positive and rising", low, high)
	}
	if progress == nil {
		progress = func(string) {}
	}
	s := &search{
		Problem: p, ctx: ctx, progress: progress, answer: &Answer{Problem: p, Low: low, High: high, Whole: whole},
		samplers: map[float64]*trials.Sampler{},
	}
	s.regrets, s.exact = s.simulated, s.expected
	if p.Factor > 0 {
		s.reference = trials.NewSampler(p.Config, p.Config.Learners[1])
	}
	return s, nil
}

// scan tests values at equal ratios over the whole range.
func (s *search) scan() error {
	a := s.answer
	for i := range scanned {
		value := s.round(a.Low * math.Pow(a.High/a.Low, float64(i)/(scanned-1)))
		if n := len(a.Points); n > 0 && a.Points[n-1].Value == value {
			continue // few whole numbers
		}
		point, err := s.point(value, DecideRuns)
		if err != nil {
			return err
		}
		a.Points = append(a.Points, point)
	}
	a.trends()
	return nil
}

// round returns the nearest possible value of the parameter.
func (s *search) round(value float64) float64 {
	if s.answer.Whole {
		value = math.Round(value)
	}
	return min(max(value, s.answer.Low), s.answer.High)
}

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

// point runs a value until the condition is decided, or up to most runs. Exact expectations take no runs.
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
