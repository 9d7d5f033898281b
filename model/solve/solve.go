// Package solve finds the values of a parameter at which a condition on regret holds, by
// paired runs that grow until it is decided: which ε can one afford?
package solve

import (
	"context"
	"fmt"
	"math"
	"strings"

	"regretscope/model"
	"regretscope/noise/param"
)

// Epsilon is the name of the privacy parameter of learners that have an ε.
const Epsilon = "epsilon"

// Limits of the work.
const (
	firstRuns = 20     // replications that a decision begins with
	scanRuns  = 80     // replications after which a value of the first look stays undecided, and which an edge is first measured with
	MaxRuns   = 20_480 // replications with which an edge is found, at most
	scanned   = 9      // values at which the range is looked at first
)

// level is the confidence of one decision of the first look, so that its ten or so
// decisions are all right with a probability of at least 99%.
const level = .999

// A Problem asks for which values of a parameter the first learner of a
// configuration has at most so much regret at the horizon.
type Problem struct {
	Config    *model.Config // a checked one; Learners[0] is solved for, Learners[1] is compared with
	Parameter string        // Epsilon, or a parameter of Learners[0] that is a number
	Factor    float64       // the regret is at most Factor times that of Learners[1]; 0: Below counts
	Below     float64       // or at most this
	Low, High float64       // the range that is searched; both 0: Range
	Tolerance float64       // an edge is found once its interval is at most so much to either side, relatively
	Workers   int           // goroutines; 0: one a core
}

// Range returns the range of a parameter that is searched where no other is given:
// for ε from 0.01 to 100, for a parameter what its declaration allows, at most
// up to the horizon.
func Range(c *model.Config, name string) (low, high float64, whole bool, err error) {
	spec := &c.Learners[0]
	if name == Epsilon && model.TakesEpsilon(spec.ID) {
		return .01, 100, false, nil
	}
	p, err := spec.Parameters.Find(name)
	if err != nil || len(p.Choices) > 0 { // words have no range to search
		var names []string
		if model.TakesEpsilon(spec.ID) {
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

// An Edge is where the condition begins or ceases to hold. Of a parameter that is a
// whole number it is the last value at which the condition holds.
type Edge struct {
	Value     float64
	Low, High float64 // the 95% interval of Value
	At        Point   // what runs say at Value itself
	Safe      Point   // and at the end of the interval where the condition holds, rounded away from the edge
	End       bool    // of the range: the condition holds up to there, at least
	Reached   bool    // the interval is as narrow as the tolerance asks for
}

// A Span is a range of values for which the condition holds.
type Span struct{ From, To Edge }

// An Answer is what was found.
type Answer struct {
	Low, High float64
	Whole     bool
	Spans     []Span
	Points    []Point // all that were looked at, by value
	Limit     *Point  // at ε = ∞, where the parameter is ε
	// Falls and Rises report whether regret does so somewhere in the range, beyond
	// chance. Where both are true it is not monotone.
	Falls, Rises bool
}

// Solve answers the problem. It returns the context's cause if that ends before.
func (p *Problem) Solve(ctx context.Context, progress func(done string)) (*Answer, error) {
	s, err := p.search(ctx, progress)
	if err != nil {
		return nil, err
	}
	if p.Parameter == Epsilon {
		limit, err := s.point(math.Inf(1), 8*scanRuns)
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

// A search is a problem under way.
type search struct {
	*Problem
	ctx       context.Context
	progress  func(string)
	answer    *Answer
	regrets   func(value float64, runs int) ([]float64, error) // simulated
	samplers  map[float64]*sampler                             // of Learners[0], by value
	reference *sampler                                         // of Learners[1]; nil if the threshold is a number
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
	s := &search{Problem: p, ctx: ctx, progress: progress, answer: &Answer{Low: low, High: high, Whole: whole}, samplers: map[float64]*sampler{}}
	s.regrets = s.simulated
	if p.Factor > 0 {
		s.reference = newSampler(p.Config, p.Config.Learners[1], p.Workers)
	}
	return s, nil
}

// scan looks at values by equal factors over the whole range.
func (s *search) scan() error {
	a := s.answer
	for i := range scanned {
		value := s.round(a.Low * math.Pow(a.High/a.Low, float64(i)/(scanned-1)))
		if n := len(a.Points); n > 0 && a.Points[n-1].Value == value {
			continue // of few whole numbers
		}
		point, err := s.point(value, scanRuns)
		if err != nil {
			return err
		}
		a.Points = append(a.Points, point)
	}
	a.trends()
	return nil
}

// round makes a value one that the parameter can have.
func (s *search) round(value float64) float64 {
	if s.answer.Whole {
		value = math.Round(value)
	}
	return min(max(value, s.answer.Low), s.answer.High)
}
