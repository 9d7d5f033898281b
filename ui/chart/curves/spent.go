package curves

import (
	"math"

	"regretscope/model"
	"regretscope/ui/chart"
	"regretscope/ui/kit"
)

func init() {
	register(&View{
		Order: 80, Title: "Privacy spent, worst event ε", Floor: true, Format: kit.Loss,
		Exists:  spends,
		Sources: []Source{each(func(s *model.Sample) float64 { return s.Worst }), allowed},
		Empty:   "every learner here is at ε = ∞: it adds no noise, or uses rewards as they are",
	})
}

// spends tells whether there is a learner with a finite loss.
func spends(in Input) bool {
	for i := range in.Shot.Views {
		if v := &in.Shot.Views[i]; !math.IsInf(v.Worst, 1) {
			return true
		}
	}
	return false
}

// allowed is the ε that the focused learner was given.
func allowed(in Input, c *chart.Chart) {
	epsilon := in.Shot.Views[in.Focus].Epsilon
	if in.Shot.Round == 0 || math.IsInf(epsilon, 1) {
		return
	}
	c.Lines = append(c.Lines, chart.Line{
		Name: "ε as set", Series: chart.Neutral, Guide: true, Dotted: true,
		Points: chart.Const(epsilon, in.Shot.Round),
	})
}
