package privacy

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"regretscope/noise"
	"regretscope/noise/param"
	"regretscope/noise/selection"
)

// A NoisyMax is one pick of report-noisy-max among Arms arms, on the sums of an epoch. A
// replaced vector moves the lead of an arm over another by up to 2, which is η = 2/b scales. In
// a long enough epoch any lead is possible before.
//
// With two candidates the pick is a coin whose probability is the distribution function H of the difference of two
// noises at the lead g, and the pairs are (H(g), H(g+η)). With more, leads that move by t scales cost at most t, so
// the trade-off curve lies above that of a Laplace sum of loss η, whatever the noise. This is the proven bound; a
// search finds the value below it.
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

// certain reports whether the noise is 0 or infinite or there is one arm: the pick reveals everything or nothing.
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

// Rho is r − 1 − ln r with r = η/(e^η − 1) for Gumbel noise, below the η²/8 of bounded range. Under Laplace noise
// with three candidates it may be above η²/8, and under exponential noise up to four times as large.
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

// searchRho returns the worst ρ over families, leads and α.
func (m NoisyMax) searchRho() Value {
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
		return exact((1-x)/(1+times(x, math.Expm1(eta))), Inputs{})
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

// A leadGrid holds the families of a pick with their probabilities on a coarse grid of leads,
// where every search starts.
type leadGrid struct {
	NoisyMax
	families []groups
	leads    []float64
	coins    [][]pair // by family and lead: after the first group's rise, and before
}

const gridLeads = 64

// grid computes the grid of all families. Beyond its ends the rarer outcome has a probability below e^−25.
func (m NoisyMax) grid() *leadGrid {
	const reach = 25
	wide := reach + math.Log(float64(m.Arms))
	low, high := -m.span()-wide, wide
	l := &leadGrid{NoisyMax: m, families: m.families()}
	for k := range gridLeads + 1 {
		l.leads = append(l.leads, low+(high-low)*float64(k)/gridLeads)
	}
	for _, g := range l.families {
		l.coins = append(l.coins, param.Map(l.leads, func(lead float64) pair {
			return g.rise(lead, m.span())
		}))
	}
	return l
}

// peak returns the maximum of a quantity on the grid of a family, and its index.
func (l *leadGrid) peak(family int, of func(c pair) float64) (k int, value float64) {
	value = math.Inf(-1)
	for i, c := range l.coins[family] {
		if x := of(c); x > value {
			k, value = i, x
		}
	}
	return k, value
}

// search returns the maximum of a quantity over the leads of a family.
func (l *leadGrid) search(family int, of func(c pair) float64) found {
	g := l.families[family]
	k, value := l.peak(family, of)
	at := func(lead float64) float64 { return of(g.rise(lead, l.span())) }
	lead, value := refine(at, l.leads[k], value, l.leads[max(k-1, 0)], l.leads[min(k+1, gridLeads)])
	return found{g, lead, value}
}

// promising returns the families within a tenth of the worst on the grid, whose error is smaller.
func (l *leadGrid) promising(of func(c pair) float64) []int {
	peaks, most := make([]float64, len(l.families)), math.Inf(-1)
	for i := range l.families {
		_, peaks[i] = l.peak(i, of)
		most = max(most, peaks[i])
	}
	var kept []int
	for i, peak := range peaks {
		if peak >= .9*most {
			kept = append(kept, i)
		}
	}
	return kept
}

// worst returns the maximum of a quantity over all families, with a proven bound.
func (l *leadGrid) worst(bound float64, of func(c pair) float64) Value {
	best := found{value: math.Inf(-1)}
	for _, i := range l.promising(of) {
		if f := l.search(i, of); f.value > best.value {
			best = f
		}
	}
	return l.value(best, max(best.value, bound))
}

func (l *leadGrid) delta(epsilon float64) Value {
	if epsilon >= l.span() {
		return exact(0, Inputs{})
	}
	return l.worst(laplaceDelta(l.span(), epsilon), func(c pair) float64 {
		return c.delta(epsilon)
	})
}

// leadAt returns the lead at which the first group wins with probability x, 0 < x < 1. It finds
// the zero of a difference of logits, which rises about as fast as the lead, by secants.
func (g groups) leadAt(x float64) float64 {
	logit := math.Log(x) - math.Log1p(-x)
	off := func(lead float64) float64 {
		c := g.wins(lead)
		return c.log - c.logNot - logit
	}
	before, lead := logit-1, logit
	was, is := off(before), off(lead)
	for range 100 {
		next := lead - is*(lead-before)/(is-was)
		if !(math.Abs(next-lead) > 1e-14*max(1, math.Abs(lead))) { // also true if both are 0
			break
		}
		before, was = lead, is
		lead, is = next, off(next)
	}
	return lead
}

// groups is report-noisy-max between two groups of equal candidates, with noise of scale 1. Only the
// group of the winner depends on the lead of the first group.
type groups struct {
	noise         selection.Noise
	first, second int
}

// wins returns the coin of the first group's win at the given lead. A separate sum gives the
// smaller probability, so neither probability loses digits.
func (g groups) wins(lead float64) coin {
	if g.noise == selection.Gumbel {
		shifted := lead + math.Log(float64(g.first)/float64(g.second))
		return coin{-noise.Softplus(-shifted), -noise.Softplus(shifted)}
	}
	if lead <= 0 {
		log := behind(g.noise, g.first, g.second, -lead)
		return coin{log, math.Log1p(-math.Exp(log))}
	}
	log := behind(g.noise, g.second, g.first, lead)
	return coin{math.Log1p(-math.Exp(log)), log}
}

// smallSpan is a span of leads below which probabilities before and after are too close: rounding
// would be a visible part of their ratios.
const smallSpan = 1e-4

// rise returns the coins of the first group's win after its lead has risen by a span, and before.
func (g groups) rise(lead, span float64) pair {
	c := against(g.wins(lead+span), g.wins(lead))
	switch {
	case g == groups{selection.Exponential, 1, 1}:
		c.first, c.second = exponentialRise(lead, span), -exponentialRise(-lead-span, span)
	case span < smallSpan: // from two larger spans, because log-ratios are smooth
		one, two, part := g.rise(lead, smallSpan), g.rise(lead, 2*smallSpan), span/smallSpan
		at := func(one, two float64) float64 { return part * (one + (two/2-one)*(part-1)) }
		c.first, c.second = at(one.first, two.first), at(one.second, two.second)
	}
	return c
}

// exponentialRise returns the rise of ln H for H = e^x/2 up to 0, and 1 − e^{−x}/2 from there.
func exponentialRise(x, span float64) float64 {
	below := min(max(-x, 0), span)
	half := math.Exp(-max(x, 0)) / 2
	return below + math.Log1p(half*-math.Expm1(below-span)/(1-half))
}

// behind returns the log probability that one of a candidates, h ≥ 0 scales behind b others,
// wins. Factoring out e^{−h} leaves sums of positive terms.
func behind(kind selection.Noise, a, b int, h float64) float64 {
	c, size := math.Exp(-h), float64(a)
	if kind == selection.Exponential {
		// a e^{−h} ∫₀¹ (1−cy)^{a−1} (1−y)^b dy; 1 − cy = (1−c) + c(1−y).
		return math.Log(size*binomialMean(a-1, c, func(j float64) float64 { return 1 / (float64(b) + j + 1) })) - h
	}
	// Above the leaders: ½a e^{−h} ∫₀¹ (1 − ½cy)^{a−1} (1 − ½y)^b dy, with u = 1 − ½y.
	above := size * binomialMean(a-1, c, func(j float64) float64 {
		n := float64(b) + j + 1
		return -math.Expm1(-n*math.Ln2) / n
	})
	// Below the first group: all noises are below all scores.
	below := size / float64(a+b) * math.Exp(-float64(a+b)*math.Ln2-float64(b-1)*h)
	between := size / 2 * math.Exp2(-float64(b)) * gap(a, b, h)
	return math.Log(above+below+between) - h
}

// gap returns ∫₀^h e^{−(b−1)t} (1 − ½e^{t−h})^{a−1} dt: the part between the groups under Laplace noise.
func gap(a, b int, h float64) float64 {
	if b == 1 { // the powers of ½ would alternate: (1−v)ⁿ = (1−v)ⁿ⁻¹ − v(1−v)ⁿ⁻¹ in turn instead
		sum, high, low := h, 1.0, 1.0
		for i := 1; i < a; i++ {
			high, low = high*(1-math.Exp(-h)/2), low/2
			sum -= (high - low) / float64(i)
		}
		return max(sum, 0)
	}
	sum, coefficient := 0.0, 1.0
	for j := range a { // C(a−1, j)(−½)^j ∫ …
		distance := math.Abs(float64(b - 1 - j))
		sum += coefficient * math.Exp(-float64(min(j, b-1))*h) * noise.Decayed(distance, h)
		coefficient *= -.5 * float64(a-1-j) / float64(j+1)
	}
	return sum
}

// binomialMean returns E f(J) for J successes in n trials of probability c. It starts at the
// likelier end, whose probability is at least 2^−n.
func binomialMean(n int, c float64, f func(j float64) float64) float64 {
	likely, rare, at := c, 1-c, func(k int) float64 { return float64(n - k) }
	if c < .5 {
		likely, rare, at = 1-c, c, func(k int) float64 { return float64(k) }
	}
	mass, sum := math.Pow(likely, float64(n)), 0.0
	for k := range n + 1 {
		sum += mass * f(at(k))
		mass *= float64(n-k) / float64(k+1) * rare / likely
	}
	return sum
}
