package facts

import (
	"math"

	"regretscope/learners"
	"regretscope/noise/number"
	"regretscope/noise/privacy"
	"regretscope/ui/chart/notions"
)

// limit returns the promise in the measure, or else the largest loss in a whole run; NaN if unknown.
func (f *Focus) limit() float64 {
	switch m, audit := f.Measure, f.Audit; {
	case audit != nil && audit.Promised.Notion == m.Notion:
		return audit.Promised.Value
	case audit != nil && audit.Mechanism != nil:
		return m.Of(audit.Mechanism).Value
	}
	return math.NaN()
}

// Cost returns the loss of the costliest round, in ρ for noise without an ε.
func (f *Focus) Cost() string {
	m := f.Measure
	if m.Pure() && f.Learner.Spec.Privacy == learners.Concentrated {
		m.Notion = privacy.Rho
	}
	if m.Pure() {
		return "ε = " + number.Loss(f.Learner.WorstEvent)
	}
	return costBy(m, f.Learner.WorstEventLoss)
}

// newestCost returns the loss of the newest release alone; empty if it adds nothing.
func (f *Focus) newestCost() string {
	switch {
	case !f.Measure.Pure():
		return " · costs " + costBy(f.Measure, f.Learner.Cost)
	case f.Learner.Spec.Privacy == learners.Concentrated:
		return ""
	}
	return " · costs ε = " + number.Loss(f.Learner.Account.Last.Epsilon)
}

func costBy(m privacy.Measure, x privacy.Mechanism) string {
	if x == nil {
		return "an unknown " + m.String()
	}
	return notions.Relation(m.String(), m.Of(x), number.Loss)
}
