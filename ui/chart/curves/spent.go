package curves

import (
	"math"
	"slices"

	"regretscope/model"
	"regretscope/ui/chart"
	"regretscope/ui/kit"
)

func init() {
	register(&View{
		Order: 80, Title: "Privacy spent, costliest round ε", Floor: true, Format: kit.Loss,
		Titled: func(in Input) string { return "Privacy spent, costliest round " + in.Measure.String() },
		Exists: func(in Input) bool { // a learner with a finite loss, in some notion
			return slices.ContainsFunc(in.Shot.Learners, func(v model.LearnerState) bool {
				loss := v.WorstEventLoss
				return !math.IsInf(v.WorstEvent, 1) || loss != nil && !math.IsInf(loss.Rho().Value, 1)
			})
		},
		Sources: []Source{spentByAll, allowed},
		Empty:   "every learner here has ε = ∞: no noise, normal noise, or raw rewards",
	})
}

// spentByAll draws the loss of each learner's costliest round, in the chosen measure.
func spentByAll(in Input, c *chart.Chart) {
	if !in.Measure.Pure() && in.Shot.Round > 0 {
		c.Empty = "no learner here has a finite " + in.Measure.String() +
			": no noise, or raw rewards"
	}
	each(func(s *model.Sample) float64 {
		switch {
		case in.Measure.Pure():
			return s.WorstEvent
		case s.WorstEventLoss == nil:
			return math.NaN()
		}
		return in.Measure.Of(s.WorstEventLoss).Value
	})(in, c)
}

// allowed draws the ε given to the focused learner, or, in another notion, the exact loss of a
// whole run.
func allowed(in Input, c *chart.Chart) {
	focus := &in.Shot.Learners[in.Focus]
	name, limit := "ε as set", math.Inf(1)
	switch {
	case in.Measure.Pure() && focus.Spec.Privacy.TakesEpsilon():
		limit = focus.Epsilon
	case !in.Measure.Pure() && in.Audited != nil:
		name, limit = in.Measure.String()+" by audit", in.Measure.Of(in.Audited).Value
	}
	if in.Shot.Round == 0 || math.IsInf(limit, 1) {
		return
	}
	c.Lines = append(c.Lines, chart.Line{
		Name: name, Series: chart.Neutral, Guide: true, Dotted: true,
		Points: chart.Const(limit, float64(in.Shot.Round)),
	})
}
