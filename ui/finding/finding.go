// Package finding writes what audits found: what learners claim, what is true, and what
// running them has shown, as text and as JSON.
package finding

import (
	"math"

	"regretscope/model/audit"
	"regretscope/noise/privacy"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
)

// A Finding is what an audit found.
type Finding struct {
	*audit.Audit
	facts.Finding
}

// A Report is findings, with the ε's and the orders at which δ and Rényi divergences were
// asked for.
type Report struct {
	Findings []Finding
	DeltaAt  []float64
	RenyiAt  []float64
}

// Add adds what an audit found.
func (r *Report) Add(a *audit.Audit, found *audit.Finding) {
	f := facts.Finding{Finding: *found, Horizon: a.Config.Horizon}
	if m := found.Exact.Mechanism; m != nil {
		f.Losses = append(facts.Losses(found, privacy.Measure{Notion: privacy.Rho}, privacy.Measure{Notion: privacy.Mu}), r.asked(m, f.Statistics)...)
	}
	r.Findings = append(r.Findings, Finding{a, f})
}

// asked are the losses that were asked for.
func (r *Report) asked(m privacy.Mechanism, s *audit.Statistics) []facts.Loss {
	all := make([]facts.Loss, 0, len(r.DeltaAt)+len(r.RenyiAt))
	for i, name := range r.names() {
		l := facts.Loss{Name: name, Shown: math.NaN()}
		if i >= len(r.DeltaAt) {
			l.Value = m.Renyi(r.RenyiAt[i-len(r.DeltaAt)])
		} else if l.Value = privacy.Deltas(m)(r.DeltaAt[i]); s != nil {
			l.Shown = s.Shown().Delta(r.DeltaAt[i]).Value
		}
		all = append(all, l)
	}
	return all
}

// names are those of the losses that were asked for: δ(0.25), D_2.
func (r *Report) names() (names []string) {
	for _, epsilon := range r.DeltaAt {
		names = append(names, "δ("+kit.Epsilon(epsilon)+")")
	}
	for _, alpha := range r.RenyiAt {
		names = append(names, "D_"+kit.Epsilon(alpha))
	}
	return names
}

// ifKnown is a number of the exact audit, NaN where there is none.
func (f *Finding) ifKnown(x float64) float64 {
	if !f.Known {
		return math.NaN()
	}
	return x
}
