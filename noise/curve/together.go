package curve

import (
	"math"
	"reflect"
)

// Together are independent releases about the same person: one round in each of so
// many releases, or one observation in so many sums. Each release has its own worst
// inputs, so that ε and D_α add up, for adaptive releases too; ρ is searched over α
// for all of them at once; μ adds up in squares for Gaussian sums, and is bounded so
// otherwise; δ is that of the sum of the losses.
type Together []Part

// A Part is so many releases by one mechanism, Times ≥ 0.
type Part struct {
	Release Mechanism
	Times   int
}

// few are the releases in as few parts as possible: all by one mechanism are one, and
// so are all Gaussian sums, which tell as much as one with less noise.
func (t Together) few() Together {
	var few Together
	precision := 0.0
next:
	for _, p := range t {
		if p.Times == 0 {
			continue
		}
		if g, normal := p.Release.(GaussianSum); normal {
			precision += float64(p.Times) / (g.Deviation * g.Deviation)
			continue
		}
		for i := range few {
			if reflect.TypeOf(p.Release).Comparable() && few[i].Release == p.Release {
				few[i].Times += p.Times
				continue next
			}
		}
		few = append(few, p)
	}
	if precision > 0 {
		few = append(few, Part{GaussianSum{Deviation: 1 / math.Sqrt(precision)}, 1})
	}
	return few
}

// alone is the release where there is only one.
func (t Together) alone() (Mechanism, bool) {
	switch {
	case len(t) == 0:
		return Disjoint{}, true
	case len(t) == 1 && t[0].Times == 1:
		return t[0].Release, true
	}
	return nil, false
}

// Epsilon implements Mechanism.
func (t Together) Epsilon() Value { return t.sum(Mechanism.Epsilon) }

// Renyi implements Mechanism.
func (t Together) Renyi(alpha float64) Value {
	return t.sum(func(m Mechanism) Value { return m.Renyi(alpha) })
}

// Rho implements Mechanism. It is below the sum of all ρ where these are reached at
// different orders.
func (t Together) Rho() Value {
	few := t.few()
	all := few.sum(Mechanism.Rho)
	if len(few) < 2 || math.IsInf(all.Value, 1) {
		return all
	}
	_, all.Value = searchRho(func(alpha float64) float64 { return few.Renyi(alpha).Value })
	if all.Status == Exact {
		all.Upper = all.Value
	}
	return all
}

// Mu implements Mechanism. It is exact for one release, for Gaussian sums, and for
// what gives its inputs away.
func (t Together) Mu() Value {
	few := t.few()
	if m, one := few.alone(); one {
		return m.Mu()
	}
	squares := 0.0
	for _, p := range few {
		mu := p.Release.Mu()
		if mu.Status == Exact && math.IsInf(mu.Value, 1) {
			return mu
		}
		squares += float64(p.Times) * mu.Upper * mu.Upper
	}
	return upper(math.Sqrt(squares))
}

// Delta implements Mechanism. It is exact for one release and for Gaussian sums alone;
// otherwise it is an upper bound, within 10⁻⁷ of the truth if every release's own δ is
// exact and attained by the same inputs.
func (t Together) Delta(epsilon float64) Value { return Deltas(t)(epsilon) }

// TradeOff implements Mechanism, from what δ says: f(x) is at least 1 − δ − e^ε x and
// e^{−ε}(1 − δ − x) at every ε.
func (t Together) TradeOff(x float64) Value { return TradeOffs(t)(x) }

// sum adds up values that are largest for every release by itself.
func (t Together) sum(of func(Mechanism) Value) Value {
	all := exact(0, Inputs{})
	for _, p := range t {
		if p.Times == 0 {
			continue // 0 times infinity is no number
		}
		v, times := of(p.Release), float64(p.Times)
		all.Value, all.Upper, all.Status = all.Value+times*v.Value, all.Upper+times*v.Upper, worse(all.Status, v.Status)
		if len(t) == 1 {
			all.Worst = v.Worst
		}
	}
	return all
}
