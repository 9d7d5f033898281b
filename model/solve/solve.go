// Package solve finds the values of a parameter that meet a regret target, for example the
// smallest ε that you can afford. It adds paired runs until each decision is clear.
package solve

import (
	"context"
	"fmt"
	"math"
	"strings"

	"regretscope/model"
	"regretscope/model/trials"
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

// Range returns the default range of a parameter: 0.01 to 100 for ε; otherwise the declared
// range, up to the horizon.
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
type Span struct{ From, To Edge }

// An Answer is the solution of a Problem.
type Answer struct {
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
		Problem: p, ctx: ctx, progress: progress, answer: &Answer{Low: low, High: high, Whole: whole},
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
