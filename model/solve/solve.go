// Package solve finds the values of a parameter that meet a regret target, for example the
// smallest ε that you can afford. It adds paired runs until each decision is clear.
package solve

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
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
	Whole     bool          // try whole numbers only, also of a program, whose parameters do not say
	Tolerance float64       // relative half width at which an edge's interval is narrow enough
	Workers   int           // goroutines; 0: one a core
}

// ErrNoRange is returned for a program's parameter, of which no range is known.
var ErrNoRange = errors.New("is a program's own: give the range, --between LOW:HIGH")

// Range returns the default range of a parameter: 0.01 to 100 for ε; otherwise the declared range, up to the horizon.
func Range(c *model.Config, name string) (low, high float64, whole bool, err error) {
	spec := &c.Learners[0]
	if name == Epsilon && trials.TakesEpsilon(spec.ID) {
		return .01, 100, false, nil
	}
	if spec.Plays().Process() != nil { // it may take any parameter
		if _, err := spec.With(name, "1"); err != nil {
			return 0, 0, false, err
		}
		return 0, 0, false, ErrNoRange
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
	// Unmeasured reports that the search ended first: the edge is between Low and High, at which verdicts differ.
	Unmeasured bool
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
	Scan      int     // the number of its values, all of which are tested unless the search ends early
	Limit     *Point  // at ε = ∞ if the parameter is ε
	// Falls and Rises report whether regret falls or rises somewhere in the range beyond
	// chance. If both are true, it is not monotone.
	Falls, Rises bool
}

// Solve solves the problem. If ctx ends first, it returns the context's cause with what it has, or nil if it has tested
// no value.
func (p *Problem) Solve(ctx context.Context, progress func(what string, done trials.Progress)) (*Answer, error) {
	s, err := p.search(ctx, progress)
	if err != nil {
		return nil, err
	}
	err = s.scan()
	if err == nil || ctx.Err() != nil {
		err = cmp.Or(err, s.refine())
	}
	if len(s.answer.Points) == 0 || err != nil && ctx.Err() == nil { // a program failed
		return nil, err
	}
	return s.answer, err
}

// A search is the state of solving a Problem.
type search struct {
	*Problem
	ctx       context.Context
	progress  func(what string, done trials.Progress)
	known     string // what is known so far, for progress
	answer    *Answer
	regrets   func(value float64, runs int) ([]float64, error) // simulated
	samplers  map[float64]*trials.Sampler                      // of Learners[0], by value
	reference *trials.Sampler                                  // of Learners[1]; nil if the limit is a number
	exact     func(value float64) (regret, limit float64, ok bool)
}

func (p *Problem) search(ctx context.Context, progress func(string, trials.Progress)) (*search, error) {
	low, high, whole, err := Range(p.Config, p.Parameter)
	if p.Low != 0 || p.High != 0 {
		low, high = p.Low, p.High
		if errors.Is(err, ErrNoRange) {
			err = nil
		}
	}
	if err != nil {
		return nil, err
	}
	if whole = whole || p.Whole; whole {
		low, high = math.Ceil(low), math.Floor(high)
	}
	if !(0 < low && low < high) {
		return nil, fmt.Errorf("the range from %v to %v must be positive and rising", low, high)
	}
	if progress == nil {
		progress = func(string, trials.Progress) {}
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

// scanOrder is the order in which a scan first tests its values: one that ends early has them from the whole range.
var scanOrder = [scanned]int{0, 8, 4, 2, 6, 1, 3, 5, 7}

// scan tests ε = ∞ and values at equal ratios over the whole range: all with a few runs, then those that are undecided
// with twice as many, and so on. If it ends early, it leaves the values that are tested.
func (s *search) scan() (err error) {
	a, points := s.answer, []Point{}
	if s.Parameter == Epsilon {
		points = append(points, Point{Value: math.Inf(1)})
	}
	for _, i := range scanOrder {
		value := s.round(a.Low * math.Pow(a.High/a.Low, float64(i)/(scanned-1)))
		if i == scanned-1 {
			value = s.round(a.High) // exactly
		}
		if !slices.ContainsFunc(points, func(p Point) bool { return p.Value == value }) { // few whole numbers
			points = append(points, Point{Value: value})
		}
	}
	decided := 0
	for runs := firstRuns; runs <= DecideRuns && err == nil; runs *= 2 {
		for i := 0; i < len(points) && err == nil; i++ {
			if points[i].Verdict != Undecided {
				continue
			}
			s.known = fmt.Sprintf("%d of %s decided, ", decided, number.Plural(len(points), "value"))
			var p Point
			if p, err = s.test(points[i].Value, runs); err == nil {
				points[i] = p
			}
			if p.Verdict != Undecided {
				decided++
			}
		}
	}
	if limit := points[0]; s.Parameter == Epsilon {
		if points = points[1:]; limit.tested() {
			a.Limit = &limit
		}
	}
	a.Scan = len(points)
	a.Points = slices.DeleteFunc(points, func(p Point) bool { return !p.tested() })
	slices.SortFunc(a.Points, func(p, q Point) int { return cmp.Compare(p.Value, q.Value) })
	a.trends()
	return err
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

func (p *Point) tested() bool { return p.Exact || p.Runs > 0 }

// point runs a value until the condition is decided, or up to most runs. Exact expectations take no runs.
func (s *search) point(value float64, most int) (Point, error) {
	for runs := firstRuns; ; runs *= 2 {
		point, err := s.test(value, runs)
		if err != nil {
			return Point{}, err
		}
		if point.Verdict != Undecided || 2*runs > most {
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
		return p, context.Cause(s.ctx)
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
	regrets, err := s.runs(s.reference, s.Config.Learners[1].ID, runs)
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
	return s.runs(own, s.Parameter+" = "+number.Value(value), runs)
}

// runs returns the regrets of a sampler's first runs at the horizon.
func (s *search) runs(of *trials.Sampler, what string, runs int) ([]float64, error) {
	progress := func(done trials.Progress) { s.progress(s.known+what+": ", done) }
	if err := trials.ExtendSamplers(s.ctx, runs, s.Workers, progress, of); err != nil {
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

// MarshalJSON returns the point in full precision. Scripts rely on its names.
func (p Point) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Value   number.Float `json:"value"`
		Verdict string       `json:"verdict"`
		Runs    int          `json:"runs"` // 0 if the regret is exact
		Regret  number.Float `json:"regret_mean"`
		AtMost  number.Float `json:"at_most"`
		// Misleads is present if a few runs decide a mean.
		Misleads bool `json:"heavy_tails,omitempty"`
	}{number.Float(p.Value), p.Verdict.String(), p.Runs, number.Float(p.Regret), number.Float(p.Threshold), p.Misleads})
}

// MarshalJSON returns the edge in full precision.
func (e Edge) MarshalJSON() ([]byte, error) {
	at, safe := &e.At, &e.Safe
	if e.End || e.Open {
		at, safe = nil, nil
	}
	if e.Unmeasured {
		at = nil
	}
	return json.Marshal(struct {
		Value   number.Float `json:"value"`
		Low     number.Float `json:"low"`
		High    number.Float `json:"high"`
		End     bool         `json:"end_of_range"`
		Open    bool         `json:"undecided_beyond,omitempty"`
		Reached bool         `json:"tolerance_reached"`
		At      *Point       `json:"at_value,omitempty"` // measured there; absent at the end of a range
		Safe    *Point       `json:"safe,omitempty"`     // like Value, for the safe end, with 95% confidence
		// Unmeasured is present if the search ended first.
		Unmeasured bool `json:"unmeasured,omitempty"`
	}{number.Float(e.Value), number.Float(e.Low), number.Float(e.High), e.End, e.Open, e.Reached, at, safe, e.Unmeasured})
}
