package figure

import (
	"fmt"
	"math"

	"regretscope/model/theory"
	"regretscope/noise/number"
)

// explicitBounds judges the regret of each learner at the horizon against theorems with known
// constants: the lower bounds for ε-private learners (WW App. E, HHMH App. D.3) and the upper
// bounds of JZL. It uses the exact expectation if that is known, else the mean of the runs.
func explicitBounds(c *Claim, s *Sample, confidence float64) []Number {
	texts := c.Learners
	if len(texts) == 0 {
		texts = s.Learners()
	}
	return s.each(texts, func(point, l int, text string) (parts []Number) {
		k := s.last(point)
		e, what := exactly(s.exact(point, l, k)), "E[R] of "+text
		if math.IsNaN(e.value) {
			e, what = mean(s.regrets(point, l, k), split(confidence, len(s.Points)*len(texts))), "R of "+text
		}
		for _, curve := range s.Points[point].Theory(l) {
			bound := curve.At(s.round(point, k))
			if curve.Kind == theory.Lower && !math.IsNaN(bound) {
				parts = append(parts, within(name(what, s.Label(point)), e, bound, math.Inf(1)))
			}
		}
		if theorem, stated := s.Points[point].Explicit(l); stated {
			bound := theorem.At(s.Points[point].Horizon)
			what += fmt.Sprintf(" (%s: %s times as much)", theorem.Source, number.Ratio(bound/e.value))
			parts = append(parts, within(name(what, s.Label(point)), e, math.Inf(-1), bound))
		}
		return parts
	})
}
