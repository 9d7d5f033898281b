package selection

import (
	"math"
	"sync"
)

// negligible is a probability so small that leaving it out 10⁶ times does not change the 13th digit
// of 1.
const negligible = 1e-20

// A rule is Gauss–Legendre quadrature on [0,1]; n nodes integrate polynomials
// of degree 2n−1 exactly.
type rule struct{ nodes, weights []float64 }

// rules caches the rules by their number of nodes.
var rules sync.Map

// gaussLegendre returns the rule of n ≥ 1 nodes, which the caller must not
// change.
//
// It is our own because gonum's is wrong for one n: the weights of
// quad.Legendre{}.FixedLocations of gonum 0.17.0 at n = 26 sum to 0.98945 of the
// interval's length (the table in integrate/quad/legendre.go has a wrong entry),
// so that pick probabilities among 50 arms did not sum to 1.
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

// legendre returns the Legendre polynomial P_n, n ≥ 1, and its derivative at
// 1 − end. It goes by the differences of neighboring polynomials, which keeps
// the relative precision of nodes near the ends, where they lie close together.
func legendre(n int, end float64) (value, slope float64) {
	value, difference := 1-end, -end
	for k := 1; k < n; k++ {
		m := float64(k)
		difference = (m*difference - (2*m+1)*end*value) / (m + 1)
		value += difference
	}
	return value, float64(n) * (end*value - difference) / (end * (2 - end))
}

// nodesFor returns how many Gauss–Legendre nodes, at most the given number,
// integrate over [0,1], with a relative error below 10⁻¹⁵, any function whose
// Taylor coefficients around ½ are bounded by those of exp(2·growth·|y−½|). It
// follows the error term f⁽²ⁿ⁾ · 2^{2n+1} (n!)⁴ / ((2n+1) ((2n)!)³) of the rule
// on [−1,1], in logarithms: the bound at n = 1 may be beyond float64.
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
