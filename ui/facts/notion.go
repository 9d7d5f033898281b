package facts

import (
	"math"

	"regretscope/learners"
	"regretscope/noise/number"
	"regretscope/noise/privacy"
	"regretscope/ui/chart/notions"
)

// beyond completes the fact about the costliest round in a notion other than ε, next to the
// paper's promise in that notion or else the exact loss of a whole run.
func (f *Focus) beyond(fact Fact, all string) Fact {
	m := f.Measure
	fact.Key = map[privacy.Notion]string{privacy.Rho: rhoKey, privacy.Mu: muKey}[m.Notion]
	if f.Learner.WorstEventLoss == nil {
		fact.Value, fact.Lines = math.NaN(), []Line{{Lead: fact.Unit + " is not known of this noise", Tone: Faint}}
		return fact
	}
	fact.Value = m.Of(f.Learner.WorstEventLoss).Value
	if math.IsInf(fact.Value, 1) {
		fact.Lines = []Line{{Lead: fact.Unit + " = ∞: " + all, Tone: Warning}}
		return fact
	}
	limit, known := f.limit()
	if !known {
		fact.Lines = []Line{{Lead: fact.Unit + " = " + number.Loss(fact.Value), Tone: Good}}
		return fact
	}
	fact.Limit = limit
	fact.Lines = []Line{fact.share("limit")}
	return fact
}

// limit returns the promise in the measure, or else the largest loss in a whole run.
func (f *Focus) limit() (limit float64, known bool) {
	m, audit := f.Measure, f.Audit
	switch {
	case audit == nil:
		return 0, false
	case audit.Promised.Notion == m.Notion:
		return audit.Promised.Value, true
	case audit.Mechanism == nil:
		return 0, false
	}
	return m.Of(audit.Mechanism).Value, true
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
