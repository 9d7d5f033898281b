package model

import (
	"context"
	"math"

	"regretscope/learners"
	"regretscope/model/theory"
)

// Theory returns what is known of learner i's regret without simulating it: the exact
// expectation where it is within reach, lower bounds, and the rates of theorems; none
// where the rounds of a table come in order. It may take about a second, where exact
// expectations over random rewards have to be computed.
func (c *Config) Theory(i int) []theory.Curve {
	spec, s := c.Learners[i], c.Scenario
	if s.InOrder() {
		return nil // nothing is drawn that a theorem is about
	}
	setting := c.setting(i)
	var curves []theory.Curve
	if e, ok := c.ExpectedRegret(context.Background(), i); ok {
		curves = append(curves, theory.Curve{
			Label: "exact expectation", Source: "computed from the pick probabilities (WW §2.2)",
			Kind: theory.Exact, At: e.At,
		})
	}
	curves = append(curves, theory.LowerBounds(s, spec.Declaration, centralLoss(spec, setting))...)
	return append(curves, theory.Rates(s, spec, setting)...)
}

// Explicit returns the theorem on learner i's regret that has all constants; ok is false if
// there is no such theorem, or it is not stated.
func (c *Config) Explicit(i int) (bound theory.Curve, ok bool) {
	if c.Scenario.InOrder() {
		return bound, false
	}
	return theory.Explicit(c.Scenario, c.Learners[i], c.setting(i))
}

// centralLoss is what the exact audit says that a learner of central privacy
// loses, whatever it claims; NaN if unknown, or not finite, and for
// other learners.
func centralLoss(spec learners.Spec, setting learners.Setting) float64 {
	audited, known := spec.Audit(setting)
	if spec.Privacy != learners.Central || !known || math.IsInf(audited.Epsilon, 1) {
		return math.NaN()
	}
	return audited.Epsilon
}

// ExpectedRegret returns the exact expectation of learner i's regret at every round
// up to the horizon; ok is false if it is out of reach, and once the context
// is canceled.
func (c *Config) ExpectedRegret(ctx context.Context, i int) (e *theory.Expectation, ok bool) {
	return theory.ExpectedRegret(ctx, c.Scenario, c.Learners[i].Start(c.setting(i)), c.Horizon)
}
