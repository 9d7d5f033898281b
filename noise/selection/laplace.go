package selection

import (
	"math"

	"regretscope/noise"
)

// laplaceWeights computes P[J=j]·exp(depth_j) for an arm j of every group:
// exp(depth_j) ∫ f(x−Φ_j) Π_{i≠j} F(x−Φ_i) dx with f and F the density and cdf
// of Laplace noise, all lengths in units of its scale.
//
// Write y for the depth of x below the leaders. At y < 0 every factor is
// 1 − ½e^y·share: addRivalIntegrals. Below the leaders, at a depth where h arms
// lie above, those h factors are pure exponentials, whose product is
// level(y)·e^{−y} with a level that falls like e^{−(h−1)y}; the density of an
// arm j below is ½e^{y}·e^{−depth_j}, so its weight gathers ½·level times the
// factors of the other arms below. The density of an arm above equals its
// factor, so its weight gathers level·e^{−(y−depth_j)} times all of those.
func laplaceWeights(groups []group, weights []float64) {
	addRivalIntegrals(groups, .5, weights)
	d := descent{groups: groups, weights: weights, rule: gaussLegendre(descentNodes)}
	for _, g := range groups {
		d.arms += g.size
	}
	fallen := 0.0 // −ln of the level at the next group, apart from the powers of ½
	for at, g := range groups {
		d.above += g.size
		d.level = math.Ldexp(math.Exp(-fallen), -d.above)
		if d.spent(d.level) {
			return // everything else is below, where the level is even lower
		}
		if at == len(groups)-1 {
			d.shareAbove(at, d.level/float64(d.above))
			return
		}
		gap := groups[at+1].depth - g.depth
		d.cross(at, gap)
		fallen += float64(d.above-1) * gap
	}
}

// descent integrates from the leaders' depth downwards, gap by gap.
type descent struct {
	groups  []group
	weights []float64
	rule    rule
	arms    int
	above   int     // arms above the present gap
	level   float64 // at the top of the present gap
	shares  []float64
}

const (
	// descentNodes belongs to stepGrowth: with steps on which the integrand changes by less than
	// e^16, the error of 16 nodes is below 10⁻¹⁵.
	descentNodes = 16
	stepGrowth   = 6
	// reach is the depth beyond which an arm below does not matter: e^{−reach} is negligible.
	reach = 46
)

// spent reports whether a level is too low for anything at or below it to count.
func (d *descent) spent(level float64) bool {
	return d.above > 1 && level*float64(d.arms) < negligible
}

// cross adds the integral over the gap below group at.
func (d *descent) cross(at int, gap float64) {
	below := d.groups[at+1:]
	d.shares = d.shares[:0]
	for _, g := range below {
		d.shares = append(d.shares, .5*math.Exp(-(g.depth-below[0].depth)))
	}
	fall := float64(d.above - 1)
	forAbove := 0.0
	t := 0.0
	if clear := gap - reach - math.Log(float64(d.arms)); clear > 0 {
		// Far above the arms below, their factors are 1.
		forBelow := .5 * d.level * noise.Decayed(fall, clear)
		for i := range below {
			d.weights[at+1+i] += forBelow
		}
		forAbove = d.level * noise.Decayed(fall+1, clear)
		t = clear
	}
	for t < gap && !d.spent(d.level*math.Exp(-fall*t)) {
		step := min(1, stepGrowth/d.slope(below, gap-t), gap-t)
		forAbove += d.step(at, gap, t, step)
		t += step
		if gap-t < 1e-14*gap {
			break
		}
	}
	d.shareAbove(at, forAbove)
}

// slope returns a bound on the slope of the logarithm of the integrand at the given distance above
// the first arm below. It grows at most e-fold over a step.
func (d *descent) slope(below []group, distance float64) float64 {
	near, slope := math.Exp(-distance), float64(d.above)
	for i, g := range below {
		half := d.shares[i] * near
		slope += float64(g.size) * half / (1 - half)
	}
	return slope
}

// step adds the integral from t to t+width, both measured down from the top of the gap, to the arms
// below, and returns the integral for the arms above.
func (d *descent) step(at int, gap, t, width float64) (forAbove float64) {
	below := d.groups[at+1:]
	for k, node := range d.rule.nodes {
		y := t + node*width
		near := math.Exp(y - gap)
		product := d.rule.weights[k] * width * d.level * math.Exp(-float64(d.above-1)*y)
		for i, g := range below {
			product *= power(1-d.shares[i]*near, g.size)
		}
		for i := range below {
			d.weights[at+1+i] += .5 * product / (1 - d.shares[i]*near)
		}
		forAbove += product * math.Exp(-y)
	}
	return forAbove
}

// shareAbove adds an integral, in units of exp(−depth of group at), to the weights of the arms
// above.
func (d *descent) shareAbove(at int, integral float64) {
	for i, g := range d.groups[:at+1] {
		d.weights[i] += math.Exp(g.depth-d.groups[at].depth) * integral
	}
}
