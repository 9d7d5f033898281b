package selection

import (
	"cmp"
	"context"
	"math"
	"slices"

	"regretscope/noise/param"
)

// MixtureProbabilities returns the probability of every outcome of Pick when the scores are independent random
// variables with the given laws: P[J=j] = ∫ f_j(x) Π_{i≠j} F_i(x) dx with F_j the cdf of score plus noise. There is
// at least one law, and laws must be valid. Hundreds of arms with long epochs take seconds. The error is the
// context's, or reports that the probabilities do not sum to 1.
//
// The error is below 10⁻¹². Between neighboring atoms of the laws, F is a sum of two exponentials under Laplace noise
// and of one under exponential noise, with coefficients that follow recursions, so those two cost one pass over the
// atoms. Under Gumbel noise F is analytic, and the trapezoidal rule converges exponentially. Nothing is approximated
// by a normal law.
func (m NoisyMax) MixtureProbabilities(ctx context.Context, laws []Law) ([]float64, error) {
	x, member := newMixture(laws, m.Scale)
	x.ctx = ctx
	switch {
	case math.IsInf(m.Scale, 1):
		x.won = slices.Repeat([]float64{1 / float64(len(laws))}, len(x.groups))
	case m.Scale < smallestScale:
		x.scale = 0
		x.exponential() // its limit breaks ties uniformly
	case m.Noise == Exponential:
		x.exponential()
	case m.Noise == Laplace:
		x.laplace()
	default:
		x.gumbel()
	}
	picks := param.Map(member, func(c int) float64 { return x.won[c] })
	return picks, cmp.Or(ctx.Err(), m.checkSum(picks))
}

// smallestScale is the scale below which noise only breaks ties between whole numbers: two noises are 1 or more apart
// with probability at most (1 + 1/2b)·e^{−1/b} for every kind, below 10⁻²⁶ at b = 1/64.
const smallestScale = 1. / 64

// A lawGroup is the arms that share one law.
type lawGroup struct {
	law  Law
	size int
}

type mixture struct {
	ctx    context.Context // once canceled, the result does not matter
	groups []lawGroup
	arms   int
	scale  float64
	won    []float64 // the probability gathered so far by an arm of each group
}

func newMixture(laws []Law, scale float64) (x *mixture, member []int) {
	x = &mixture{arms: len(laws), scale: scale}
	member = make([]int, len(laws))
	for i, law := range laws {
		c := slices.IndexFunc(x.groups, func(c lawGroup) bool { return c.law.equal(law) })
		if c < 0 {
			c = len(x.groups)
			x.groups = append(x.groups, lawGroup{law: law})
		}
		x.groups[c].size++
		member[i] = c
	}
	x.won = make([]float64, len(x.groups))
	return x, member
}

// start returns the first atom of any law that matters, and whether it is the lowest of all. Take the law whose first
// atom is the highest: below that atom, another arm wins only if this law's arm gets noise below 0. Under Laplace
// noise that is negligible from reach scales down; under exponential noise it is impossible.
func (x *mixture) start(reach float64) (atom int, lowest bool) {
	from := math.Inf(-1)
	for _, c := range x.groups {
		from = max(from, float64(c.law.first)-reach*x.scale)
	}
	spans := x.spans()
	atom = spans[0].first
	for _, s := range spans {
		if float64(s.first) <= from {
			atom = min(s.last, int(math.Floor(from)))
		}
	}
	return atom, atom == spans[0].first
}

// cells visits every atom of any law from a given one to the highest, with the distance to the
// next, +Inf after the last.
func (x *mixture) cells(from int, visit func(atom int, width float64)) {
	spans := x.spans()
	for i, s := range spans {
		if s.last < from {
			continue
		}
		for atom := max(from, s.first); atom < s.last; atom++ {
			if x.ctx.Err() != nil {
				return
			}
			visit(atom, 1)
		}
		gap := math.Inf(1)
		if i+1 < len(spans) {
			gap = float64(spans[i+1].first - s.last)
		}
		visit(s.last, gap)
	}
}

// A span is a stretch of neighboring whole numbers, both ends included.
type span struct{ first, last int }

// spans returns the disjoint stretches with atoms of any law in ascending order.
func (x *mixture) spans() []span {
	all := make([]span, len(x.groups))
	for i, c := range x.groups {
		all[i].first, all[i].last = c.law.Support()
	}
	slices.SortFunc(all, func(a, b span) int { return a.first - b.first })
	merged := all[:1]
	for _, s := range all[1:] {
		if last := &merged[len(merged)-1]; s.first <= last.last {
			last.last = max(last.last, s.last)
		} else {
			merged = append(merged, s)
		}
	}
	return merged
}

// exponential gathers the picks under exponential noise. In the cell after an atom, at distance t,
// the cdf of an arm is below + rise·y. All arms have the same y, which runs from 0 to 1:
// y = (1 − e^{−t/b})/(1 − e^{−width/b}).
func (x *mixture) exponential() {
	from, _ := x.start(0)
	n := len(x.groups)
	below, rise := make([]float64, n), make([]float64, n)
	wait := make([]float64, n) // probability that the noise of an earlier atom reaches further
	for i, c := range x.groups {
		below[i], wait[i] = c.law.behind(from, x.scale)
		below[i] -= wait[i]
	}
	x.cells(from, func(atom int, width float64) {
		fell := -math.Expm1(-width / x.scale)
		for i, c := range x.groups {
			wait[i] += c.law.Probability(atom)
			rise[i] = wait[i] * fell
			wait[i] -= rise[i]
		}
		x.addRise(below, rise)
		for i := range below {
			below[i] += rise[i]
		}
	})
}

// addRise adds to every arm ∫₀¹ rise_j Π_{i≠j} (below_i + rise_i·y) dy: the chance that it is on top in a stretch in
// which all cdfs rise in proportion. The integrand is a polynomial of degree K − 1.
func (x *mixture) addRise(below, rise []float64) {
	top, step, growth := 1.0, 0.0, 0.0
	for i, c := range x.groups {
		size := float64(c.size)
		top *= power(below[i]+rise[i], c.size)
		step += size * rise[i]
		if rise[i] > 0 {
			growth += size * rise[i] / (2*below[i] + rise[i])
		}
	}
	if x.skips(top, step) {
		return
	}
	rule := gaussLegendre(nodesFor(growth, x.arms/2+1))
	for k, y := range rule.nodes {
		product := rule.weights[k]
		for i, c := range x.groups {
			product *= power(below[i]+rise[i]*y, c.size)
		}
		for i := range x.groups {
			x.won[i] += product * rise[i] / (below[i] + rise[i]*y)
		}
	}
}

// skips reports whether a stretch is negligible: all arms together win in or below it with probability at most top,
// the probability that no noisy score is above it, and in it with at most step, the sum of the cdfs' increases.
func (x *mixture) skips(top, step float64) bool {
	return top < 1e-16 || step < negligible
}

const (
	// Gumbel noise is below gumbelLow or above gumbelHigh scales with
	// probability below e⁻⁴⁴ = 10⁻¹⁹; gumbelFloor is exp(−gumbelLow).
	gumbelLow, gumbelHigh, gumbelFloor = -3.8, 44, 44.7
)

// gumbel gathers the picks under Gumbel noise by the trapezoidal rule. In the
// strip |Im z| ≤ θb, θ < π/2, every cdf is at most 1 in absolute value, and the
// integral of |density| along a line is at most 1/cos θ, mixed or not. Steps of
// h therefore err by at most 2/(cos θ · (e^{2πθb/h} − 1)): below 10⁻¹³ at
// h = b/4 (θ = 1.4). The step is a power of 2, so that all places are exact.
func (x *mixture) gumbel() {
	n := len(x.groups)
	windows := make([]gumbelWindow, n)
	lowest, highest := math.MinInt, math.MinInt
	for i, c := range x.groups {
		windows[i] = gumbelWindow{law: c.law, scale: x.scale}
		// Below the first atom of any one arm, its cdf and the integrand are 0.
		first, last := c.law.Support()
		lowest, highest = max(lowest, first), max(highest, last)
	}
	value, density := make([]float64, n), make([]float64, n)
	step := math.Exp2(math.Floor(math.Log2(x.scale / 4)))
	start := float64(lowest) + math.Floor(gumbelLow*x.scale/step)*step
	end := float64(highest) + gumbelHigh*x.scale
	for k := 0.0; ; k++ {
		at := start + k*step
		if at > end || x.ctx.Err() != nil {
			return
		}
		if next := x.nextAtom(at); next > at+step {
			k = math.Floor((next - start) / step) // no noise ends here: all cdfs are flat
			continue
		}
		top, slope := 1.0, 0.0
		for i, c := range x.groups {
			value[i], density[i] = windows[i].at(at)
			top *= power(value[i], c.size)
			slope += float64(c.size) * density[i]
		}
		if x.skips(top, slope) {
			continue
		}
		for i := range x.won {
			x.won[i] += step / x.scale * top * density[i] / value[i]
		}
	}
}

// nextAtom returns the first place from at on where the noise of some atom is likely to land.
func (x *mixture) nextAtom(at float64) float64 {
	next := math.Inf(1)
	for _, c := range x.groups {
		first, last := c.law.Support()
		atom := max(math.Ceil(at-gumbelHigh*x.scale), float64(first))
		if atom <= float64(last) {
			next = min(next, atom+gumbelLow*x.scale)
		}
	}
	return next
}

// A gumbelWindow evaluates one arm's noisy cdf at ascending places. Its atoms
// up to done are so far behind that their noise has surely ended.
type gumbelWindow struct {
	law   Law
	scale float64
	done  int // how many atoms
	sum   float64
}

// at returns the cdf at x and b times the density.
func (w *gumbelWindow) at(x float64) (value, density float64) {
	mass := w.law.mass
	for w.done < len(mass) && x-float64(w.law.first+w.done) > gumbelHigh*w.scale {
		w.sum += mass[w.done]
		w.done++
	}
	value = w.sum
	// e^{−(x−atom)/b} from atom to atom is one factor.
	height := math.Exp((float64(w.law.first+w.done) - x) / w.scale)
	factor := math.Exp(1 / w.scale)
	for _, p := range mass[w.done:] {
		if height > gumbelFloor {
			break
		}
		part := p * math.Exp(-height)
		value += part
		density += part * height
		height *= factor
	}
	return value, density
}

// laplace gathers the picks under Laplace noise. At distance t after an atom,
// in a cell of the given width, the cdf of an arm is
// cdf − ½·behind·e^{−t/b} + ½·ahead·e^{−(width−t)/b}:
// its atoms up to there discounted by their distance, and those to come.
func (x *mixture) laplace() {
	n := len(x.groups)
	w := laplaceWalk{
		mixture: x,
		cdf:     make([]float64, n),
		behind:  make([]float64, n),
		ahead:   make([]float64, n),
		coming:  make([][]float64, n),
		value:   make([]float64, n),
		density: make([]float64, n),
	}
	unit := math.Exp(-1 / x.scale)
	for i, c := range x.groups {
		coming := make([]float64, len(c.law.mass))
		sum := 0.0
		for k := len(coming) - 1; k >= 0; k-- {
			sum = sum*unit + c.law.mass[k]
			coming[k] = sum
		}
		w.coming[i] = coming
	}
	from, lowest := x.start(reach)
	if lowest {
		w.before(from)
	}
	for i, c := range x.groups {
		w.cdf[i], w.behind[i] = c.law.behind(from, x.scale)
	}
	edge := reach * x.scale
	x.cells(from, func(atom int, width float64) {
		for i, c := range x.groups {
			p := c.law.Probability(atom)
			w.cdf[i] += p
			w.behind[i] += p
		}
		switch left := float64(atom); {
		case math.IsInf(width, 1):
			w.after()
		case width > 2*edge: // in the middle every cdf is constant
			w.cell(left, edge)
			w.cell(left+width-edge, edge)
		default:
			w.cell(left, width)
		}
	})
}

type laplaceWalk struct {
	*mixture
	cdf, behind, ahead []float64
	coming             [][]float64 // of each law's atoms: the discounted sum from it on
	value, density     []float64
}

// look sets ahead to the sum, discounted by distance, of each law's mass at or above the place.
func (w *laplaceWalk) look(place float64) {
	for i, c := range w.groups {
		switch distance := place - float64(c.law.first); {
		case distance < 0:
			w.ahead[i] = w.coming[i][0] * math.Exp(distance/w.scale)
		case distance <= float64(len(w.coming[i])-1):
			w.ahead[i] = w.coming[i][int(distance)] // only whole places fall inside a law
		default:
			w.ahead[i] = 0
		}
	}
}

// before adds what happens below the lowest atom: every cdf is ½·ahead·e^{−s/b}
// at distance s, so that all arms win equally often.
func (w *laplaceWalk) before(lowest int) {
	w.look(float64(lowest))
	product := 1.0
	for i, c := range w.groups {
		product *= power(.5*w.ahead[i], c.size)
	}
	for i := range w.won {
		w.won[i] += product / float64(w.arms)
	}
}

// after adds what happens above the highest atom, where the cdfs rise from 1 − ½·behind to 1 in proportion.
func (w *laplaceWalk) after() {
	for i, behind := range w.behind {
		w.value[i], w.density[i] = 1-.5*behind, .5*behind
	}
	w.addRise(w.value, w.density)
}

// cell adds the stretch of the given width from left on, in which no law has an
// atom, in pieces on which no exponential changes by more than e⁴.
func (w *laplaceWalk) cell(left, width float64) {
	w.look(left + width)
	decay := math.Exp(-width / w.scale)
	top, step := 1.0, 0.0
	for i, c := range w.groups {
		top *= power(w.cdf[i]-.5*w.behind[i]*decay+.5*w.ahead[i], c.size)
		step += float64(c.size) * .5 * (w.behind[i] + w.ahead[i]) * (1 - decay)
	}
	if !w.skips(top, step) {
		n := math.Ceil(width / (4 * w.scale))
		for k := range int(n) {
			w.piece(float64(k)*width/n, width/n, width)
		}
	}
	for i := range w.behind {
		w.behind[i] *= decay
	}
}

// piece adds the stretch of the given size from t on by Gauss–Legendre. Around its middle the r-th derivative of an
// arm's cdf F is at most density/b^(r−1), so that ln F grows in the complex plane no faster than
// b·density/F·(e^{|z|/b} − 1), and the rule's order follows from their sum. An order above 20 or so means two pieces
// instead.
func (w *laplaceWalk) piece(t, size, width float64) {
	half := size / (2 * w.scale)
	hazard := max(w.evaluate(t, width), w.evaluate(t+size, width))
	growth := hazard*math.Expm1(half) + half
	if growth > largestGrowth {
		w.piece(t, size/2, width)
		w.piece(t+size/2, size/2, width)
		return
	}
	rule := gaussLegendre(nodesFor(growth, largestRule))
	for k, node := range rule.nodes {
		w.evaluate(t+node*size, width)
		product := rule.weights[k] * size / w.scale
		for i, c := range w.groups {
			product *= power(w.value[i], c.size)
		}
		for i := range w.won {
			w.won[i] += product * w.density[i] / w.value[i]
		}
	}
}

// largestGrowth limits the growth in one piece, the argument of nodesFor. The result then stays below largestRule.
const largestGrowth, largestRule = 8, 64

// evaluate sets value to the cdfs at t and density to b times their slopes, and
// returns the sum of density/value over all arms.
func (w *laplaceWalk) evaluate(t, width float64) float64 {
	fade, rise := .5*math.Exp(-t/w.scale), .5*math.Exp((t-width)/w.scale)
	hazard := 0.0
	for i, c := range w.groups {
		past, future := w.behind[i]*fade, w.ahead[i]*rise
		w.value[i] = w.cdf[i] - past + future
		w.density[i] = past + future
		if w.value[i] == 0 {
			w.value[i] = math.SmallestNonzeroFloat64 // underflow: keep the quotient
		}
		hazard += float64(c.size) * w.density[i] / w.value[i]
	}
	return hazard
}
