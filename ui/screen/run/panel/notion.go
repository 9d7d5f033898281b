package panel

import (
	"math"

	"regretscope/learners"
	"regretscope/noise/curve"
	"regretscope/ui/chart/notions"
	"regretscope/ui/kit"
)

// beyond is the worst event's loss, in another notion than ε, beside what the paper
// promises in it or else what the exact audit found for the whole run.
func (p *Privacy) beyond(all string) string {
	m, view := p.state.Measure, p.state.view()
	if view.Spent == nil {
		return p.theme.Faint.Render(m.String() + " is not known of this noise")
	}
	spent := m.Of(view.Spent).Value
	if math.IsInf(spent, 1) {
		return p.theme.Warn.Render(m.String() + " = ∞: " + all)
	}
	limit, known := p.limit()
	if !known {
		return p.theme.Good.Render(m.String() + " = " + kit.Loss(spent))
	}
	return p.share(spent, limit)
}

// limit is what is promised by the measure, or else the most that is lost in a whole
// run.
func (p *Privacy) limit() (limit float64, known bool) {
	m, audit := p.state.Measure, p.state.Audit
	switch {
	case audit == nil:
		return 0, false
	case audit.promised.Notion == m.Notion:
		return audit.promised.Value, true
	case audit.mechanism == nil:
		return 0, false
	}
	return m.Of(audit.mechanism).Value, true
}

// audited is what the exact audit says in the notion in focus, where that is not ε.
func (p *Privacy) audited() []string {
	if p.state.Measure.Pure() || p.state.Audit == nil || p.state.Audit.mechanism == nil {
		return nil
	}
	m := p.state.Measure
	return p.wrapped("", notions.Known(m.String(), m.Of(p.state.Audit.mechanism), kit.Loss), 0, p.theme.Text)
}

// cost is what the newest release costs by itself, by the measure in focus; empty where
// that says nothing.
func (p *Privacy) cost() string {
	view, m := p.state.view(), p.state.Measure
	switch {
	case !m.Pure():
		return " · costs " + CostBy(m, view.Cost)
	case view.Choice.Privacy == learners.Concentrated:
		return ""
	}
	return " · costs ε = " + kit.Loss(view.Account.Last.Epsilon)
}

// CostBy is what a mechanism costs by a measure, in a few words.
func CostBy(m curve.Measure, x curve.Mechanism) string {
	if x == nil {
		return "an unknown " + m.String()
	}
	return notions.Relation(m.String(), m.Of(x), kit.Loss)
}
