package selection

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
)

// negligible is relative to a probability of 1: what is below it can be left
// out even 10⁶ times without touching the 13th digit.
const negligible = 1e-20

// A rule is Gauss–Legendre quadrature on [0,1]; n nodes integrate polynomials
// of degree 2n−1 exactly.
type rule struct{ nodes, weights []float64 }

func gaussLegendre(n int) rule {
	r := rule{nodes: make([]float64, n), weights: make([]float64, n)}
	quad.Legendre{}.FixedLocations(r.nodes, r.weights, 0, 1)
	return r
}

// rules keeps the rules of one computation by their number of nodes.
type rules []rule

// with returns the rule of n ≥ 1 nodes.
func (r *rules) with(n int) rule {
	for len(*r) <= n {
		*r = append(*r, rule{})
	}
	if (*r)[n].nodes == nil {
		(*r)[n] = gaussLegendre(n)
	}
	return (*r)[n]
}

// nodesFor returns how many Gauss–Legendre nodes integrate over [0,1], with a
// relative error below 10⁻¹⁵, any function whose Taylor coefficients around ½
// are bounded by those of exp(2·growth·|y−½|). It follows the error term
// f⁽²ⁿ⁾ · 2^{2n+1} (n!)⁴ / ((2n+1) ((2n)!)³) of the rule on [−1,1].
func nodesFor(growth float64) int {
	const tolerance = 1e-15
	bound := math.Exp(growth) * growth * growth / 3
	n := 1
	for ; bound > tolerance; n++ {
		k := float64(n)
		step := (2*k + 1) * (2*k + 2)
		bound *= growth * growth * 4 * (k + 1) * (k + 1) * (k + 1) * (k + 1) * (2*k + 1) / ((2*k + 3) * step * step * step)
	}
	return n
}
