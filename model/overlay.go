package model

import (
	"regretscope/learners"
	"regretscope/model/theory"
)

// Theory returns what is known of learner i's regret without simulating it: the
// exact expectation where it is within reach, lower bounds, and the rates of
// theorems. It may take about a second, where exact expectations over random
// rewards have to be computed.
func (c *Config) Theory(i int) []theory.Curve {
	choice, s := c.Learners[i], c.Scenario
	setting := c.setting(i)
	var curves []theory.Curve
	if e, ok := c.ExpectedRegret(i); ok {
		curves = append(curves, theory.Curve{
			Label: "exact expectation", Source: "computed from the pick probabilities (WW §2.2)",
			Kind: theory.Exact, At: e.At,
		})
	}
	private := choice.Privacy == learners.Central
	curves = append(curves, theory.LowerBounds(s, setting.Epsilon, private)...)
	return append(curves, theory.Rates(s, choice.Declaration, choice.Values(setting), setting.Epsilon)...)
}

// ExpectedRegret is the exact expectation of learner i's regret at every round
// up to the horizon; ok is false where it is out of reach.
func (c *Config) ExpectedRegret(i int) (e *theory.Expectation, ok bool) {
	return theory.ExpectedRegret(c.Scenario, c.Learners[i].Start(c.setting(i)), c.Horizon)
}
