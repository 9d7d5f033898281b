package selection

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"regretscope/noise/param"
)

// Probabilities returns the probability of every outcome of Pick. There is at least one score;
// scores must be finite, and may be any distance apart.
//
// The values are exact up to rounding: a softmax for Gumbel noise; for exponential noise, a polynomial that
// Gauss–Legendre quadrature integrates without error; for Laplace noise, such a polynomial above the leader and
// quadrature of an analytic function between neighboring scores. The error reports that they do not sum to 1.
func (m NoisyMax) Probabilities(scores []float64) ([]float64, error) {
	picks := param.Map(m.LogProbabilities(scores), math.Exp)
	return picks, m.checkSum(picks)
}

// checkSum returns an error if pick probabilities do not sum to 1 within 10⁻¹², the sign of a wrong integral.
func (m NoisyMax) checkSum(picks []float64) error {
	if off := floats.SumCompensated(picks) - 1; !(math.Abs(off) <= 1e-12) {
		return fmt.Errorf("the pick probabilities of %v among %d arms sum to 1 %+.3g: "+
			"they cannot be computed precisely enough", m, len(picks), off)
	}
	return nil
}

// LogProbabilities returns the natural logarithm of Probabilities. It keeps its
// relative precision where the probability itself is too small for a float64.
func (m NoisyMax) LogProbabilities(scores []float64) []float64 {
	groups, member := gather(scores, m.Scale)
	weights := make([]float64, len(groups))
	switch {
	case m.Scale == 0 || math.IsInf(m.Scale, 1):
		weights = slices.Repeat([]float64{1 / float64(groups[0].size)}, len(groups)) // without noise, all depths but the leaders' are infinite
	case m.Noise == Gumbel:
		weights = slices.Repeat([]float64{1 / total(groups)}, len(groups))
	case m.Noise == Exponential:
		addRivalIntegrals(groups, 1, weights)
	default:
		laplaceWeights(groups, weights)
	}
	return param.Map(member, func(g int) float64 { return math.Log(weights[g]) - groups[g].depth })
}

// A group holds the arms with one score. depth is how far the score is below the leaders', in units
// of the scale, and share is exp(−depth). For all three noises, the probability of one of its arms
// is share times a weight between 1/(4K) and depth+1, so tiny probabilities lose no precision.
type group struct {
	depth, share float64
	size         int
}

// maxDepth replaces a distance that overflows.
const maxDepth = 1e300

// gather sorts the scores into groups, leaders first, and returns the group of each score. At scale
// 0 depths are 0 and +Inf; at scale +Inf, all are 0.
func gather(scores []float64, scale float64) (groups []group, member []int) {
	order := param.Order(len(scores), func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	member = make([]int, len(scores))
	best := scores[order[0]]
	for _, i := range order {
		depth := 0.0
		switch {
		case scores[i] == best || math.IsInf(scale, 1):
		case scale == 0:
			depth = math.Inf(1)
		default:
			depth = min((best-scores[i])/scale, maxDepth)
		}
		if last := len(groups) - 1; last >= 0 && groups[last].depth == depth {
			groups[last].size++
		} else {
			groups = append(groups, group{depth: depth, share: math.Exp(-depth), size: 1})
		}
		member[i] = len(groups) - 1
	}
	return groups, member
}

// total is Σ exp(−depth) over all arms: the denominator of the softmax.
func total(groups []group) float64 {
	sum := 0.0
	for _, g := range groups {
		sum += float64(g.size) * g.share
	}
	return sum
}

// addRivalIntegrals adds to dst[g], for an arm j of group g, the integral c·∫₀¹ Π_{i≠j} (1 − c·y·share_i) dy. With c
// = 1 it is the weight of j under exponential noise (y = e^{−x/b} at height x above the leader); with c = ½ it is the
// part of the weight under Laplace noise that lies above the leader. The integrand is a polynomial in y, of a degree
// of at most the number of arms: a rule of half as many nodes and one more is exact.
func addRivalIntegrals(groups []group, c float64, dst []float64) {
	arms := 0
	for _, g := range groups {
		if g.share < negligible {
			break // its factor is 1
		}
		arms += g.size
	}
	rule := gaussLegendre(arms/2 + 1)
	for k, y := range rule.nodes {
		product := rule.weights[k] * c
		for _, g := range groups {
			if g.share < negligible {
				break
			}
			product *= power(1-c*y*g.share, g.size)
		}
		for i, g := range groups {
			dst[i] += product / (1 - c*y*g.share)
		}
	}
}

// power is xⁿ for n ≥ 0 by repeated squaring.
func power(x float64, n int) float64 {
	result := 1.0
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			result *= x
		}
		x *= x
	}
	return result
}

// negligible is a probability so small that leaving it out 10⁶ times does not change the 13th digit of 1.
const negligible = 1e-20

// A rule is Gauss–Legendre quadrature on [0,1]; n nodes integrate polynomials of degree 2n−1 exactly.
type rule struct{ nodes, weights []float64 }

var rules sync.Map

// gaussLegendre returns the rule of n ≥ 1 nodes, which the caller must not change.
//
// It is our own because gonum's is wrong for one n: the weights of quad.Legendre{}.FixedLocations of gonum 0.17.0 at
// n = 26 sum to 0.98945 of the interval's length (the table in integrate/quad/legendre.go has a wrong entry), so that
// pick probabilities among 50 arms did not sum to 1.
func gaussLegendre(n int) rule {
	if r, ok := rules.Load(n); ok {
		return r.(rule)
	}
	r := rule{nodes: make([]float64, n), weights: make([]float64, n)}
	for i := range (n + 1) / 2 {
		// The angle of a zero of P_n is known up to a small part of the distance to the next zero,
		// so Newton's iteration finds every zero.
		half := math.Sin(math.Pi / 2 * (float64(i) + .75) / (float64(n) + .5))
		end, slope := 2*half*half, 0.0
		for step := 1.0; math.Abs(step) > 1e-9*end; end += step { // convergence is quadratic
			var value float64
			value, slope = legendre(n, end)
			step = value / slope
		}
		_, slope = legendre(n, end)
		weight := 1 / (end * (2 - end) * slope * slope)
		r.nodes[i], r.nodes[n-1-i] = end/2, 1-end/2
		r.weights[i], r.weights[n-1-i] = weight, weight
	}
	rules.Store(n, r)
	return r
}

// legendre returns the Legendre polynomial P_n, n ≥ 1, and its derivative at 1 − end. It goes by the differences of
// neighboring polynomials, which keeps the relative precision of nodes near the ends, where they lie close together.
func legendre(n int, end float64) (value, slope float64) {
	value, difference := 1-end, -end
	for k := 1; k < n; k++ {
		m := float64(k)
		difference = (m*difference - (2*m+1)*end*value) / (m + 1)
		value += difference
	}
	return value, float64(n) * (end*value - difference) / (end * (2 - end))
}

// nodesFor returns how many Gauss–Legendre nodes, at most the given number, integrate over [0,1], with a relative
// error below 10⁻¹⁵, any function whose Taylor coefficients around ½ are bounded by those of exp(2·growth·|y−½|). It
// follows the error term f⁽²ⁿ⁾ · 2^{2n+1} (n!)⁴ / ((2n+1) ((2n)!)³) of the rule on [−1,1], in logarithms: the bound
// at n = 1 may be beyond float64.
func nodesFor(growth float64, most int) int {
	const tolerance = -34.54 // ln 10⁻¹⁵
	bound := growth + 2*math.Log(growth) - math.Log(3)
	n := 1
	for ; n < most && !(bound <= tolerance); n++ { // a NaN takes the most
		k := float64(n)
		// From n to n+1, n! grows by n+1 and (2n)! by (2n+1)(2n+2) = 2(n+1)(2n+1).
		bound += math.Log(growth * growth * (k + 1) / (2 * (2*k + 3) * (2*k + 1) * (2*k + 1)))
	}
	return n
}
