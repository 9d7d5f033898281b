// Package finding says what audits found: what learners claim, what is true, and what
// running them has shown, as a table, as sentences and as JSON.
package finding

import (
	"math"

	"regretscope/model/audit"
	"regretscope/noise/privacy"
	"regretscope/ui/kit"
)

// A Finding is what an audit found.
type Finding struct {
	*audit.Audit
	*audit.Finding
	Beyond *Notions // nil where nothing is known beyond ε
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
	r.Findings = append(r.Findings, Finding{a, found, r.notions(found.Exact.Mechanism)})
}

// Notions are what a learner's worst event costs beyond ε; nil where nothing is
// known.
type Notions struct {
	rho, mu      privacy.Value
	delta, renyi []privacy.Value // at the ε's and the α's that were asked for
}

// notions works out what was asked for.
func (r *Report) notions(m privacy.Mechanism) *Notions {
	if m == nil {
		return nil
	}
	n := &Notions{rho: m.Rho(), mu: m.Mu()}
	if len(r.DeltaAt) > 0 {
		delta := privacy.Deltas(m)
		for _, epsilon := range r.DeltaAt {
			n.delta = append(n.delta, delta(epsilon))
		}
	}
	for _, alpha := range r.RenyiAt {
		n.renyi = append(n.renyi, m.Renyi(alpha))
	}
	return n
}

// claimed is the ε that is claimed, or what is in place of one.
func (f *Finding) claimed() string {
	if math.IsNaN(f.Claimed) && f.Claim() != "" {
		return f.Claim()
	}
	return kit.Loss(f.Claimed)
}

// ifKnown is a number of the exact audit, NaN where there is none.
func (f *Finding) ifKnown(x float64) float64 {
	if !f.Known {
		return math.NaN()
	}
	return x
}
