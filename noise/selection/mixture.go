package selection

import (
	"cmp"
	"context"
	"math"
	"slices"

	"regretscope/noise/param"
)

// MixtureProbabilities returns the probability of every outcome of Pick when the scores are
// independent random variables with the given laws: P[J=j] = ∫ f_j(x) Π_{i≠j} F_i(x) dx with F_j
// the cdf of score plus noise. There is at least one law, and laws must be valid. Hundreds of arms
// with long epochs take seconds. The error is the context's, or reports that the probabilities do
// not sum to 1.
//
// The error is below 10⁻¹². Between neighboring atoms of the laws, F is a sum
// of two exponentials under Laplace noise and of one under exponential noise,
// with coefficients that follow recursions, so those two cost one pass over
// the atoms. Under Gumbel noise F is analytic, and the trapezoidal rule
// converges exponentially. Nothing is approximated by a normal law.
func (m NoisyMax) MixtureProbabilities(ctx context.Context, laws []Law) ([]float64, error) {
	x, member := newMixture(laws, m.Scale)
	x.ctx = ctx
	switch {
	case math.IsInf(m.Scale, 1):
		fill(x.won, 1/float64(len(laws)))
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

// smallestScale is the scale below which noise only breaks ties between whole numbers: two
// noises are 1 or more apart with probability at most (1 + 1/2b)·e^{−1/b} for every kind, below
// 10⁻²⁶ at b = 1/64.
const smallestScale = 1. / 64

// A lawGroup is the arms that share one law.
type lawGroup struct {
	law  Law
	size int
}

// A mixture is one computation of MixtureProbabilities.
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

// start returns the first atom of any law that matters, and whether it is the lowest of all. Take
// the law whose first atom is the highest: below that atom, another arm wins only if this law's arm
// gets noise below 0. Under Laplace noise that is negligible from reach scales down; under
// exponential noise it is impossible.
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

// addRise adds to every arm ∫₀¹ rise_j Π_{i≠j} (below_i + rise_i·y) dy: the
// chance that it is on top in a stretch in which all cdfs rise in proportion.
// The integrand is a polynomial of degree K − 1.
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

// skips reports whether a stretch is negligible: all arms together win in or below it with
// probability at most top, the probability that no noisy score is above it, and in it with at
// most step, the sum of the cdfs' increases.
func (x *mixture) skips(top, step float64) bool {
	return top < 1e-16 || step < negligible
}
