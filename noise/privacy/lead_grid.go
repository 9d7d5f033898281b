package privacy

import (
	"math"

	"regretscope/noise"
	"regretscope/noise/param"
	"regretscope/noise/selection"
)

// A leadGrid holds the families of a pick with their probabilities on a coarse grid of leads,
// where every search starts.
type leadGrid struct {
	NoisyMax
	families []groups
	leads    []float64
	coins    [][]pair // by family and lead: after the first group's rise, and before
}

// gridLeads is the number of intervals of the grid.
const gridLeads = 64

// grid computes the grid of all families. Beyond its ends the rarer outcome has a probability
// below e^−25.
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
			return against(g.wins(lead+m.span()), g.wins(lead))
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
	at := func(lead float64) float64 { return of(against(g.wins(lead+l.span()), g.wins(lead))) }
	lead, value := refine(at, l.leads[k], value, l.leads[max(k-1, 0)], l.leads[min(k+1, gridLeads)])
	return found{g, lead, value}
}

// promising returns the families within a tenth of the worst on the grid, whose error is
// smaller.
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

// gap returns ∫₀^h e^{−(b−1)t} (1 − ½e^{t−h})^{a−1} dt: the part between the groups under
// Laplace noise.
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
