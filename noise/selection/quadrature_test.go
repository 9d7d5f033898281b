package selection

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
)

// Every rule that can be asked for, to K = 1000 arms, integrates the shifted
// Legendre polynomials P_1, …, P_{2n−1} to 0 and 1 to 1: exactly what defines it.
// Polynomials of degree d < 2n have no other moments to be wrong.
func TestGaussLegendreMoments(t *testing.T) {
	for n := 1; n <= 520; n++ {
		if degree, off := worstMoment(gaussLegendre(n)); !(off < 2e-14) {
			t.Errorf("%d nodes: the integral of P_%d is off by %g", n, degree, off)
		}
	}
}

// The reason for rules of our own, and a rule that the test above rejects. When
// this fails the library is right, and ours can go.
func TestTheLibraryHasOneWrongRule(t *testing.T) {
	r := rule{nodes: make([]float64, 26), weights: make([]float64, 26)}
	quad.Legendre{}.FixedLocations(r.nodes, r.weights, 0, 1)
	if _, off := worstMoment(r); off < .01 {
		t.Errorf("the library's 26 nodes are off by only %g", off)
	}
}

// worstMoment returns the degree d < 2n whose Legendre polynomial the rule
// integrates worst, and the error.
func worstMoment(r rule) (degree int, off float64) {
	n := len(r.nodes)
	before, value := make([]float64, n), make([]float64, n)
	for i, y := range r.nodes {
		before[i], value[i] = 1, 2*y-1
	}
	sum := -1.0
	for _, w := range r.weights {
		sum += w
	}
	off = math.Abs(sum)
	for d := 1; d < 2*n; d++ {
		sum := 0.0
		for i, y := range r.nodes {
			sum += r.weights[i] * value[i]
			m := float64(d)
			before[i], value[i] = value[i], ((2*m+1)*(2*y-1)*value[i]-m*before[i])/(m+1)
		}
		if math.Abs(sum) > off || math.IsNaN(sum) {
			degree, off = d, math.Abs(sum)
		}
	}
	return degree, off
}

// e^{2·growth·y} is the function that nodesFor is about; +Inf and NaN end too.
func TestNodesFor(t *testing.T) {
	last := 0
	for _, growth := range []float64{0, 1e-300, 1e-9, .01, .3, 1, 3, 8, 20, 50, 120} {
		n := nodesFor(growth, 1000)
		if n < last {
			t.Errorf("growth %v takes %d nodes, fewer than a smaller one", growth, n)
		}
		last = n
		r, sum := gaussLegendre(n), 0.0
		for i, y := range r.nodes {
			sum += r.weights[i] * math.Exp(2*growth*(y-1))
		}
		want := 1.0
		if growth > 0 {
			want = -math.Expm1(-2*growth) / (2 * growth)
		}
		if math.Abs(sum/want-1) > 2e-14 {
			t.Errorf("growth %v, %d nodes: off by %g", growth, n, sum/want-1)
		}
	}
	for _, growth := range []float64{700, 1000, 1e300, math.Inf(1), math.NaN()} {
		if n := nodesFor(growth, 501); n != 501 {
			t.Errorf("growth %v takes %d of 501 nodes", growth, n)
		}
	}
	if n := nodesFor(largestGrowth, 1000); n >= largestRule {
		t.Errorf("a piece under Laplace noise takes %d nodes, not below %d", n, largestRule)
	}
}
