package model

import (
	"context"
	"math"
	"sort"

	"regretscope/learners"
	"regretscope/model/theory"
)

// Theory returns curves for learner i's regret without simulation: the exact expectation if
// feasible, lower bounds or why there are none, and rates of theorems. It returns none for tables
// whose rounds come in order. Exact expectations over random rewards may take about a second.
func (c *Config) Theory(i int) []theory.Curve {
	spec, s := c.Learners[i], c.Scenario
	if s.InOrder() {
		return nil // no theorem applies: nothing is drawn
	}
	setting := c.setting(i)
	var curves []theory.Curve
	if e, ok := c.ExpectedRegret(context.Background(), i); ok {
		curves = append(curves, theory.Curve{
			Label: "exact expectation", Source: "computed from the pick probabilities (WW §2.2)",
			Kind: theory.Exact, At: e.At,
		})
	}
	epsilon := centralLoss(spec, setting)
	floors, missing := theory.Floors(s, spec.Declaration, setting, epsilon)
	if missing != "" {
		floors = []theory.Curve{{Label: "no floor: " + missing, Kind: theory.Words}}
	}
	curves = append(append(curves, floors...), theory.Remarks(s, spec.Declaration, epsilon > 0)...)
	return append(curves, theory.Rates(s, spec, setting)...)
}

// Explicit returns the theorem with explicit constants on learner i's regret; ok is false without one.
func (c *Config) Explicit(i int) (bound theory.Curve, ok bool) {
	if c.Scenario.InOrder() {
		return bound, false
	}
	return theory.Explicit(c.Scenario, c.Learners[i], c.setting(i))
}

// centralLoss returns the audited ε of a learner with central privacy, whatever it claims; NaN
// if it is unknown or infinite, and for other learners.
func centralLoss(spec learners.Spec, setting learners.Setting) float64 {
	audited, known := spec.Audit(setting)
	if spec.Privacy != learners.Central || !known || math.IsInf(audited.Epsilon, 1) {
		return math.NaN()
	}
	return audited.Epsilon
}

// ExpectedRegret returns the exact expectation of learner i's regret at every round up to the
// horizon; ok is false if it is infeasible, for a program, or if ctx is canceled.
func (c *Config) ExpectedRegret(ctx context.Context, i int) (e *theory.Expectation, ok bool) {
	if c.Learners[i].New == nil {
		return nil, false
	}
	return theory.ExpectedRegret(ctx, c.Scenario, c.Learners[i].Start(c.setting(i)), c.Horizon)
}

// Floor returns the highest of the lower bounds on learner i's regret at a round. Without one above
// 0, missing is the condition that fails.
func (c *Config) Floor(i, round int) (floor theory.Curve, missing string) {
	return c.FloorAt(i, round, centralLoss(c.Learners[i], c.setting(i)))
}

// FloorAt is Floor for a learner with a central privacy loss of ε; NaN without one.
func (c *Config) FloorAt(i, round int, epsilon float64) (floor theory.Curve, missing string) {
	floors, missing := theory.Floors(c.Scenario, c.Learners[i].Declaration, c.setting(i), epsilon)
	floor, ok := theory.Highest(floors, round)
	if !ok && missing == "" {
		missing = "the floor is 0 at this round"
	}
	return floor, missing
}

// TimesFloor returns learner i's regret as a multiple of a floor. For a theory.Slope, it is the growth
// since a round: that of the newest sample which is no later than theory.Root of the present round.
func (s *Snapshot) TimesFloor(i int, floor theory.Curve) (times float64, since int) {
	v, before := &s.Learners[i], Sample{}
	if n := sort.Search(len(v.Curve.Log), func(k int) bool { return v.Curve.Log[k].Round > theory.Root(s.Round) }); n > 0 {
		before = v.Curve.Log[n-1]
	}
	return theory.TimesSince(floor.Kind, floor.Height(s.Round), before.Round, s.Round, v.Regret, before.Regret), before.Round
}
