package command

import (
	"regretscope/model"
	"regretscope/noise/curve"
	"regretscope/noise/number"
	notion "regretscope/ui/chart/notions"
	"regretscope/ui/kit"
)

// A notionEntry is one value beyond ε in JSON: ρ of zero-concentrated privacy, μ of
// Gaussian differential privacy, δ at an ε, or the Rényi divergence of an order α.
type notionEntry struct {
	Rho        *model.Number `json:"rho,omitempty"`
	Mu         *model.Number `json:"mu,omitempty"`
	Epsilon    *model.Number `json:"epsilon,omitempty"`
	Delta      *model.Number `json:"delta,omitempty"`
	Alpha      *model.Number `json:"alpha,omitempty"`
	Divergence *model.Number `json:"divergence,omitempty"`
	Status     curve.Status  `json:"status"`          // exact, searched or upper
	Upper      *model.Number `json:"upper,omitempty"` // the proven bound on what was searched
}

// numberOf is a number that is there.
func numberOf(x float64) *model.Number { return (*model.Number)(&x) }

// notions are what a learner's worst event costs beyond ε; nil where nothing is
// known.
type notions struct {
	rho, mu      curve.Value
	delta, renyi []curve.Value // at the ε's and the α's that were asked for
}

// notions works out what the flags ask for.
func (c *auditCommand) notions(m curve.Mechanism) *notions {
	if m == nil {
		return nil
	}
	n := &notions{rho: m.Rho(), mu: m.Mu()}
	if len(c.DeltaAt) > 0 {
		delta := curve.Deltas(m)
		for _, epsilon := range c.DeltaAt {
			n.delta = append(n.delta, delta(epsilon))
		}
	}
	for _, alpha := range c.RenyiAt {
		n.renyi = append(n.renyi, m.Renyi(alpha))
	}
	return n
}

// enter writes them into an entry. The lists are empty where nothing was asked for
// and null where nothing is known.
func (n *notions) enter(e *findingEntry, epsilons, alphas []float64) {
	if n == nil {
		return
	}
	known := func(v curve.Value, e *notionEntry) *notionEntry {
		if e.Status = v.Status; v.Status == curve.Searched {
			e.Upper = numberOf(v.Upper)
		}
		return e
	}
	e.ZCDP = known(n.rho, &notionEntry{Rho: numberOf(n.rho.Value)})
	e.GDP = known(n.mu, &notionEntry{Mu: numberOf(n.mu.Value)})
	e.Delta, e.Renyi = []*notionEntry{}, []*notionEntry{}
	for i, v := range n.delta {
		e.Delta = append(e.Delta, known(v, &notionEntry{Epsilon: numberOf(epsilons[i]), Delta: numberOf(v.Value)}))
	}
	for i, v := range n.renyi {
		e.Renyi = append(e.Renyi, known(v, &notionEntry{Alpha: numberOf(alphas[i]), Divergence: numberOf(v.Value)}))
	}
}

// titles are those of the table's columns on them.
func (c *auditCommand) titles() []string {
	titles := []string{"ρ", "μ"}
	for _, epsilon := range c.DeltaAt {
		titles = append(titles, "δ("+kit.Epsilon(epsilon)+")")
	}
	for _, alpha := range c.RenyiAt {
		titles = append(titles, "D_"+kit.Epsilon(alpha))
	}
	return titles
}

// cells are those columns, so many, for one learner.
func (n *notions) cells(columns int) []string {
	cells := make([]string, columns)
	for i := range cells {
		cells[i] = kit.None
	}
	if n == nil {
		return cells
	}
	values := append([]curve.Value{n.rho, n.mu}, append(n.delta, n.renyi...)...)
	for i, v := range values {
		cells[i] = notion.Bounded(v, number.Loss)
	}
	return cells
}
