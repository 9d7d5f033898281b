package privacy

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"regretscope/noise"
	"regretscope/noise/selection"
)

// A NoisyMax is one pick of report-noisy-max among Arms arms, on the sums of an epoch. A
// replaced vector moves the lead of an arm over another by up to 2, which is η = 2/b scales. In
// a long enough epoch any lead is possible before.
//
// With two candidates the pick is a coin whose probability is the distribution function H of
// the difference of two noises at the lead g, and the pairs are (H(g), H(g+η)). With more,
// leads that move by t scales cost at most t, so the trade-off curve lies above that of a
// Laplace sum of loss η, whatever the noise. This is the proven bound; a search finds the value
// below it.
type NoisyMax struct {
	Noise selection.Noise
	Scale float64
	Arms  int
}

// span is η.
func (m NoisyMax) span() float64 {
	if m.Arms == 1 {
		return 0
	}
	return 2 / m.Scale
}

// certain reports whether the noise is 0 or infinite or there is one arm: the pick reveals
// everything or nothing.
func (m NoisyMax) certain() bool { return m.span() == 0 || math.IsInf(m.span(), 1) }

// largestGroups limits the total size of the two groups of equal scores in a search.
const largestGroups = 8

// families returns the groups to search. For Gumbel noise all numbers of arms are equivalent.
// For exponential noise two candidates are the worst found. For Laplace noise it is two groups
// of equal scores that move against each other.
func (m NoisyMax) families() []groups {
	two := []groups{{m.Noise, 1, 1}}
	if m.Arms == 2 || m.Noise != selection.Laplace {
		return two
	}
	var all []groups
	most := min(m.Arms, largestGroups)
	for first := 1; first < most; first++ {
		for second := 1; first+second <= most; second++ {
			all = append(all, groups{m.Noise, first, second})
		}
	}
	if m.Arms > largestGroups {
		all = append(all, groups{m.Noise, 1, m.Arms - 1}, groups{m.Noise, m.Arms - 1, 1})
	}
	return all
}

// A found is the worst pair of one family.
type found struct {
	groups
	lead, value float64
}

// value returns a search result with its proven bound. It is exact for two candidates, and if
// two are known to be the worst.
func (m NoisyMax) value(f found, bound float64) Value {
	v := exact(f.value, leads(f.lead*m.Scale, f.first, f.second))
	if m.Arms > 2 && !m.dominated() {
		v.Status, v.Upper = Searched, bound
	}
	return v
}

func leads(before float64, first, second int) Inputs {
	return Inputs{Before: before, After: before + 2, Groups: [2]int{first, second}}
}

// searches reports whether δ, f and μ need a search; otherwise they have closed forms.
func (m NoisyMax) searches() bool { return !m.certain() && m.Noise == selection.Laplace }

// dominated reports whether all numbers of arms have the curves of two candidates.
func (m NoisyMax) dominated() bool { return m.Noise == selection.Gumbel }

// Epsilon is η, a limit unless the noise is exponential.
func (m NoisyMax) Epsilon() Value { return exact(m.span(), Inputs{}) }

func (m NoisyMax) Renyi(alpha float64) Value {
	if m.certain() {
		return exact(m.span(), Inputs{})
	}
	return m.grid().worst(laplaceRenyi(m.span(), alpha), func(c pair) float64 {
		return c.divergence(alpha)
	})
}

// Rho is r − 1 − ln r with r = η/(e^η − 1) for Gumbel noise, below the η²/8 of bounded range.
// Under Laplace noise with three candidates it may be above η²/8, and under exponential noise
// up to four times as large.
func (m NoisyMax) Rho() Value {
	switch {
	case m.certain():
		return exact(m.span(), Inputs{})
	case m.dominated():
		v := m.grid().worst(0, func(c pair) float64 { return c.divergence(1) })
		v.Value = gumbelRho(m.span())
		v.Upper = v.Value
		return v
	}
	rho, _ := rhos.LoadOrStore(m, sync.OnceValue(m.searchRho))
	return rho.(func() Value)()
}

// rhos holds functions that return ρ, by NoisyMax. A search takes longer than many runs, and runs,
// audits, and screens need the same values.
var rhos sync.Map

// smallSpan is a span of leads below which probabilities before and after are too close: rounding
// would be a visible part of ρ.
const smallSpan = 1e-4

// searchRho returns the worst ρ over families, leads and α. For small η it follows from two
// larger ones, because ρ/η² is smooth.
func (m NoisyMax) searchRho() Value {
	if eta := m.span(); eta < smallSpan {
		at := func(span float64) Value { return NoisyMax{m.Noise, 2 / span, m.Arms}.searchRho() }
		v, double := at(smallSpan), at(2*smallSpan).Value/(4*smallSpan*smallSpan)
		single := v.Value / (smallSpan * smallSpan)
		rho := eta * eta * (single + (double-single)*(eta/smallSpan-1))
		return m.value(found{groups{m.Noise, v.Worst.Groups[0], v.Worst.Groups[1]}, v.Worst.Before * smallSpan / 2, rho},
			max(rho, laplaceRho(eta)))
	}
	// Search only the few families that are the worst at some α near 1.
	l := m.grid()
	var all []found
	for _, alpha := range []float64{1, 1.2, 2} {
		rho := func(c pair) float64 { return c.divergence(alpha) / alpha }
		for _, i := range l.promising(rho) {
			if !slices.ContainsFunc(all, func(f found) bool { return f.groups == l.families[i] }) {
				all = append(all, l.search(i, rho))
			}
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(b.value, a.value) })
	best := all[0]
	for _, f := range all[:min(3, len(all))] {
		i := slices.Index(l.families, f.groups)
		order, rho := searchRho(func(alpha float64) float64 {
			return l.search(i, func(c pair) float64 { return c.divergence(alpha) }).value
		})
		if rho > best.value {
			best = l.search(i, func(c pair) float64 { return c.divergence(order) / order })
		}
	}
	best.value = min(best.value, m.span()*math.Tanh(m.span()/2)) // rounding may exceed every pure loss of η
	return m.value(best, max(best.value, laplaceRho(m.span())))
}

func gumbelRho(eta float64) float64 {
	if eta < 1e-2 { // x − ln(1 + x) for x = r − 1, without cancellation
		x := -eta / 2 * (1 - eta/6*(1-eta*eta/60))
		return x * x * (.5 - x*(1./3-x*(1./4-x*(1./5-x*(1./6-x/7)))))
	}
	if eta > 500 {
		return eta - 1 - math.Log(eta)
	}
	r := eta / math.Expm1(eta)
	return r - 1 - math.Log(r)
}

func (m NoisyMax) Delta(epsilon float64) Value {
	eta := m.span()
	switch {
	case eta == 0 || epsilon >= eta:
		return exact(0, Inputs{})
	case math.IsInf(eta, 1):
		return exact(1, Inputs{})
	case m.Noise == selection.Exponential:
		return exact(laplaceDelta(eta, epsilon), leads(-1-epsilon*m.Scale/2, 1, 1))
	case m.dominated():
		half := -math.Expm1((epsilon - eta) / 2)
		r := math.Exp((epsilon + eta) / 2)
		lead := m.Scale * math.Log((1-r*math.Exp(-eta))/(r-1))
		return exact(half*half/-math.Expm1(-eta), leads(lead, 1, 1))
	}
	return m.grid().delta(epsilon)
}

func (m NoisyMax) TradeOff(x float64) Value {
	eta := m.span()
	switch {
	case eta == 0:
		return exact(1-x, Inputs{})
	case math.IsInf(eta, 1):
		return exact(0, Inputs{})
	case m.Noise == selection.Exponential:
		return exact(laplaceTradeOff(eta, x), Inputs{})
	case m.dominated():
		return exact((1-x)/(1+x*math.Expm1(eta)), Inputs{})
	}
	best := found{value: 1 - x}
	for _, g := range m.families() {
		lead := g.leadAt(x)
		if miss := math.Exp(g.wins(lead + eta).logNot); miss < best.value {
			best = found{g, lead, miss}
		}
	}
	return m.value(best, min(best.value, laplaceTradeOff(eta, x)))
}

// Mu is 2Φ⁻¹(H(η/2)) for two candidates, at the symmetric lead.
func (m NoisyMax) Mu() Value {
	eta := m.span()
	switch {
	case m.certain():
		return exact(eta, Inputs{})
	case m.Noise == selection.Exponential:
		return exact(laplaceMu(eta), leads(-1, 1, 1))
	case m.dominated():
		return exact(-2*logQuantile(-noise.Softplus(eta/2)), leads(-1, 1, 1))
	}
	return m.grid().worst(laplaceMu(eta), pair.mu)
}
