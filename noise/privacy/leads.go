package privacy

import (
	"math"

	"regretscope/noise/param"
)

// A leadGrid holds the families of a pick with their probabilities on a coarse grid of leads,
// where every search starts.
type leadGrid struct {
	NoisyMax
	families []groups
	leads    []float64
	coins    [][][2]coin // by family and lead: after the first group's rise, and before
}

// gridLeads is the number of intervals of the grid.
const gridLeads = 64

// grid computes the grid of all families.
func (m NoisyMax) grid() *leadGrid { return m.gridOf(m.families()) }

// gridOf computes the grid of some families. Beyond its ends the rarer outcome has a
// probability below e^−25.
func (m NoisyMax) gridOf(families []groups) *leadGrid {
	const reach = 25
	wide := reach + math.Log(float64(m.Arms))
	low, high := -m.span()-wide, wide
	l := &leadGrid{NoisyMax: m, families: families}
	for k := range gridLeads + 1 {
		l.leads = append(l.leads, low+(high-low)*float64(k)/gridLeads)
	}
	for _, g := range l.families {
		l.coins = append(l.coins, param.Map(l.leads, func(lead float64) [2]coin {
			return [2]coin{g.wins(lead + m.span()), g.wins(lead)}
		}))
	}
	return l
}

// peak returns the maximum of a quantity on the grid of a family, and its index. p is the coin
// after the first group's rise, q before.
func (l *leadGrid) peak(family int, of func(p, q coin) float64) (k int, value float64) {
	value = math.Inf(-1)
	for i, c := range l.coins[family] {
		if x := of(c[0], c[1]); x > value {
			k, value = i, x
		}
	}
	return k, value
}

// search returns the maximum of a quantity over the leads of a family.
func (l *leadGrid) search(family int, of func(p, q coin) float64) found {
	g := l.families[family]
	k, value := l.peak(family, of)
	at := func(lead float64) float64 { return of(g.wins(lead+l.span()), g.wins(lead)) }
	lead, value := refine(at, l.leads[k], value, l.leads[max(k-1, 0)], l.leads[min(k+1, gridLeads)])
	return found{g, lead, value}
}

// promising returns the families within a tenth of the worst on the grid, whose error is
// smaller.
func (l *leadGrid) promising(of func(p, q coin) float64) []int {
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
func (l *leadGrid) worst(bound float64, of func(p, q coin) float64) Value {
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
	return l.worst(laplaceDelta(l.span(), epsilon), func(p, q coin) float64 {
		return coinDelta(p, q, epsilon)
	})
}

// leadAt returns the lead at which the first group wins with probability x, 0 < x < 1. It finds
// the zero of a difference of logits, which rises about as fast as the lead, by false position
// (Illinois).
func (g groups) leadAt(x float64) float64 {
	logit := math.Log(x) - math.Log1p(-x)
	off := func(lead float64) float64 {
		c := g.wins(lead)
		return c.log - c.logNot - logit
	}
	low, high := logit-1, logit+1
	below, above := off(low), off(high)
	for width := 1.0; below > 0; width *= 2 {
		high, above = low, below
		low -= width
		below = off(low)
	}
	for width := 1.0; above < 0; width *= 2 {
		low, below = high, above
		high += width
		above = off(high)
	}
	for side := 0; high-low > 1e-14*max(1, math.Abs(high)); {
		middle := (low*above - high*below) / (above - below)
		if !(middle > low && middle < high) {
			break
		}
		at := off(middle)
		switch {
		case at == 0:
			return middle
		case at < 0:
			low, below = middle, at
			if side < 0 {
				above /= 2
			}
			side = -1
		default:
			high, above = middle, at
			if side > 0 {
				below /= 2
			}
			side = 1
		}
	}
	return high
}
