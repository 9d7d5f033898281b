package curve

import "math"

// Together are independent releases about the same person, each by a mechanism of
// its own. Each release has its own worst inputs, so that ε and D_α add up; ρ is
// searched over α for all of them at once; μ adds up in squares for Gaussian sums,
// and is bounded so otherwise; δ is that of the sum of the losses.
type Together []Mechanism

// Epsilon implements Mechanism.
func (t Together) Epsilon() Value { return t.sum(Mechanism.Epsilon) }

// Renyi implements Mechanism.
func (t Together) Renyi(alpha float64) Value {
	return t.sum(func(m Mechanism) Value { return m.Renyi(alpha) })
}

// Rho implements Mechanism. It is below the sum of all ρ where these are reached at
// different orders.
func (t Together) Rho() Value {
	all := t.sum(Mechanism.Rho)
	if len(t) < 2 || math.IsInf(all.Value, 1) {
		return all
	}
	_, rho := searchRho(func(alpha float64) float64 { return t.Renyi(alpha).Value })
	all.Value = rho
	if all.Status == Exact {
		all.Upper = rho
	}
	return all
}

// Mu implements Mechanism.
func (t Together) Mu() Value { return together(partsOf(t)).mu() }

// Delta implements Mechanism: exact for Gaussian sums alone and for bits alone, an
// upper bound otherwise (Bounds has the lower one).
func (t Together) Delta(epsilon float64) Value { return Deltas(t)(epsilon) }

// TradeOff implements Mechanism, from what δ says.
func (t Together) TradeOff(x float64) Value { return TradeOffs(t)(x) }

// sum adds up values that are largest for every release by itself.
func (t Together) sum(of func(Mechanism) Value) Value {
	all := exact(0, Inputs{})
	for _, m := range t {
		v := of(m)
		all.Value, all.Upper, all.Status = all.Value+v.Value, all.Upper+v.Upper, worse(all.Status, v.Status)
	}
	return all
}
