package curve

import (
	"math"
	"reflect"
)

// A part is so many releases by one mechanism about the same person.
type part struct {
	release Mechanism
	times   int
}

// partsOf are the single releases that a composition is made of.
func partsOf(m Mechanism) []part {
	switch m := m.(type) {
	case Repeated:
		parts := partsOf(m.Release)
		for i := range parts {
			parts[i].times *= m.Times
		}
		return parts
	case Together:
		var all []part
		for _, one := range m {
			all = append(all, partsOf(one)...)
		}
		return all
	}
	return []part{{m, 1}}
}

// parts are releases about the same person; those by one mechanism are one part, and
// so are all Gaussian sums, which tell as much as one with less noise.
type parts []part

// together puts releases in as few parts as possible.
func together(all []part) parts {
	var few parts
	precision := 0.0
next:
	for _, p := range all {
		if g, normal := p.release.(GaussianSum); normal {
			precision += float64(p.times) / (g.Deviation * g.Deviation)
			continue
		}
		if p.times == 0 {
			continue
		}
		for i := range few {
			if reflect.TypeOf(p.release).Comparable() && few[i].release == p.release {
				few[i].times += p.times
				continue next
			}
		}
		few = append(few, p)
	}
	if precision > 0 {
		few = append(few, part{GaussianSum{Deviation: 1 / math.Sqrt(precision)}, 1})
	}
	return few
}

// alone is the release where there is only one.
func (p parts) alone() (Mechanism, bool) {
	switch {
	case len(p) == 0:
		return Disjoint{}, true
	case len(p) == 1 && p[0].times == 1:
		return p[0].release, true
	}
	return nil, false
}

// mu is exact for one release, and what gives its inputs away.
func (p parts) mu() Value {
	if m, one := p.alone(); one {
		return m.Mu()
	}
	squares := 0.0
	for _, one := range p {
		mu := one.release.Mu()
		if mu.Status == Exact && math.IsInf(mu.Value, 1) {
			return mu
		}
		squares += float64(one.times) * mu.Upper * mu.Upper
	}
	return upper(math.Sqrt(squares))
}

// deltas is δ as a function of ε, for callers that ask for many: what all of them rest
// on is worked out once.
func (p parts) deltas() func(epsilon float64) Value {
	if m, one := p.alone(); one {
		return m.Delta
	}
	if bits, known := bitsDelta(p); known {
		return bits
	}
	total, bounded := 0.0, true
	for _, one := range p {
		total += float64(one.times) * one.release.Epsilon().Upper
		bounded = bounded && !math.IsInf(reach(one.release), 1)
	}
	var c *convolution
	return func(epsilon float64) Value {
		switch {
		case epsilon >= total:
			return exact(0, Inputs{})
		case p.giveAway(epsilon):
			return exact(1, shifted)
		case !bounded:
			return upper(1)
		case c == nil:
			c = convolve(p)
		}
		return upper(c.upper(epsilon))
	}
}

// giveAway reports whether some release tells its inputs with certainty.
func (p parts) giveAway(epsilon float64) bool {
	for _, one := range p {
		if math.IsInf(one.release.Epsilon().Value, 1) && one.release.Delta(epsilon).Value == 1 {
			return true
		}
	}
	return false
}

// Deltas is δ of a mechanism as a function of ε, for callers that ask for many: what
// all of them rest on is worked out once.
func Deltas(m Mechanism) func(epsilon float64) Value {
	switch m.(type) {
	case Repeated, Together:
		return together(partsOf(m)).deltas()
	}
	if pick, ok := m.(NoisyMax); ok && pick.searchesDelta() {
		return pick.grid().delta
	}
	return m.Delta
}

// TradeOffs is the trade-off curve of a mechanism, for callers that ask for many of its
// values: what all of them rest on is worked out once.
func TradeOffs(m Mechanism) func(x float64) Value {
	switch m.(type) {
	case Repeated, Together:
		return together(partsOf(m)).tradeOffs()
	}
	return m.TradeOff
}

// tradeOffs is the trade-off curve of one release, or a bound of that of several, from
// what δ says.
func (p parts) tradeOffs() func(x float64) Value {
	if m, one := p.alone(); one {
		return m.TradeOff
	}
	total := 0.0
	for _, one := range p {
		total += float64(one.times) * reach(one.release)
	}
	if math.IsInf(total, 1) {
		return func(float64) Value { return upper(0) }
	}
	delta := func(float64) float64 { return 0 }
	if bits, known := bitsDelta(p); known {
		delta = func(epsilon float64) float64 { return bits(epsilon).Upper }
	} else if total > 0 {
		delta = convolve(p).coarse
	}
	const points = 257
	var deltas [points]float64
	at := func(i int) float64 { return total * float64(i) / (points - 1) }
	for i := range deltas {
		deltas[i] = delta(at(i))
	}
	return func(x float64) Value {
		best := 0.0
		for i, delta := range deltas {
			factor := math.Exp(at(i))
			best = max(best, 1-delta-factor*x, (1-delta-x)/factor)
		}
		return upper(best)
	}
}

// Bounds returns a lower and an upper bound of δ(ε) of releases with bounded or normal
// losses.
func Bounds(m Mechanism, epsilon float64) (low, high float64) {
	p := together(partsOf(m))
	total, bounded := m.Epsilon().Upper, true
	for _, one := range p {
		bounded = bounded && !math.IsInf(reach(one.release), 1)
	}
	switch {
	case total == 0 || epsilon >= total:
		return 0, 0
	case !bounded:
		return 0, 1
	}
	c := convolve(p)
	return c.lower(epsilon), c.upper(epsilon)
}
