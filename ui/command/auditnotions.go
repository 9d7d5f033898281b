package command

import (
	"regretscope/model"
	"regretscope/noise/curve"
	notion "regretscope/ui/chart/notions"
	"regretscope/ui/kit"
)

// A zcdpEntry is zero-concentrated privacy in JSON.
type zcdpEntry struct {
	Rho model.Number `json:"rho"`
	known
}

// A gdpEntry is Gaussian differential privacy in JSON.
type gdpEntry struct {
	Mu model.Number `json:"mu"`
	known
}

// A deltaEntry is one point of the (ε, δ) curve in JSON.
type deltaEntry struct {
	Epsilon model.Number `json:"epsilon"`
	Delta   model.Number `json:"delta"`
	known
}

// A renyiEntry is one Rényi divergence in JSON.
type renyiEntry struct {
	Alpha      model.Number `json:"alpha"`
	Divergence model.Number `json:"divergence"`
	known
}

// known is how a value is known in JSON.
type known struct {
	Status curve.Status  `json:"status"`          // exact, searched or upper
	Upper  *model.Number `json:"upper,omitempty"` // the proven bound on what was searched
}

func knownOf(v curve.Value) known {
	k := known{Status: v.Status}
	if v.Status == curve.Searched {
		bound := model.Number(v.Upper)
		k.Upper = &bound
	}
	return k
}

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
	e.ZCDP = &zcdpEntry{model.Number(n.rho.Value), knownOf(n.rho)}
	e.GDP = &gdpEntry{model.Number(n.mu.Value), knownOf(n.mu)}
	e.Delta, e.Renyi = []deltaEntry{}, []renyiEntry{}
	for i, v := range n.delta {
		e.Delta = append(e.Delta, deltaEntry{model.Number(epsilons[i]), model.Number(v.Value), knownOf(v)})
	}
	for i, v := range n.renyi {
		e.Renyi = append(e.Renyi, renyiEntry{model.Number(alphas[i]), model.Number(v.Value), knownOf(v)})
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
		cells[i] = notion.Bounded(v, loss)
	}
	return cells
}
