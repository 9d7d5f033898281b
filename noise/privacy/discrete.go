package privacy

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mathext"

	"regretscope/noise"
)

// A BinomialSum is a sum of bits published with the number of ones among fair bits: X ~
// Bin(Bits, ½). A replaced reward moves it by at most 1. The ends of its support separate the two
// sums, so no ε, ρ or μ bounds the loss. Bits 0 is no noise.
type BinomialSum struct{ Bits float64 }

func (b BinomialSum) unbounded() Value { return exact(math.Inf(1), shifted) }

func (b BinomialSum) Epsilon() Value      { return b.unbounded() }
func (b BinomialSum) Renyi(float64) Value { return b.unbounded() }
func (b BinomialSum) Rho() Value          { return b.unbounded() }
func (b BinomialSum) Mu() Value           { return b.unbounded() }

// Delta is Σ_k max(0, P(X=k) − e^ε P(X=k−1)), the same in both directions because X is symmetric:
// P(X ≤ k) − e^ε P(X < k) for the largest k with a positive term. The chances are those of k times
// a sum, so they cancel only a little.
func (b BinomialSum) Delta(epsilon float64) Value {
	k := max(0, math.Ceil((b.Bits+1)*noise.Logistic(-epsilon))-1)
	return exact(math.Exp(noise.LogFairBits(b.Bits, k))*max(0, 1-times(fewer(b.Bits, k), math.Expm1(epsilon))), shifted)
}

// TradeOff is linear between the tests that decide by whether the sum reaches a number.
func (b BinomialSum) TradeOff(x float64) Value {
	// Mirrored, so that small sums tell: the test that takes X ≤ k for X + 1 ≤ k + 1.
	_, high := noise.Bisect(-1, b.Bits, byOne, func(k float64) bool { return b.atMost(math.Floor(k)) < x })
	k := math.Floor(high)
	below, before, after := b.atMost(k-1), b.atMost(b.Bits-k-1), b.atMost(b.Bits-k-2)
	return exact(before+ratio(x-below, b.atMost(k)-below)*(after-before), shifted)
}

// atMost is P(X ≤ k).
func (b BinomialSum) atMost(k float64) float64 {
	switch {
	case k < 0:
		return 0
	case k >= b.Bits:
		return 1
	case k > b.Bits/2:
		return 1 - b.atMost(b.Bits-k-1)
	}
	return math.Exp(noise.LogFairBits(b.Bits, k)) * (1 + fewer(b.Bits, k))
}

// fewer is P(X < k)/P(X = k) for X ~ Bin(n, ½) and k ≤ n/2. By the incomplete beta function it is
// k ∫₀¹ (1−u)^{n−k} (1+u)^{k−1} du, whose integrand has nearly the shape of a normal tail for every
// n: a few panels of Gauss–Legendre are exact.
func fewer(n, k float64) float64 {
	if k == 0 {
		return 0
	}
	const negligible, panels, nodes = 40, 8, 20 // e^−40 of the integrand at 0
	end := min(1, negligible/(n-2*k+1), math.Sqrt(2*negligible/(n-1)))
	sum := 0.0
	for i := range panels {
		sum += quad.Fixed(func(u float64) float64 {
			return math.Exp((n-k)*math.Log1p(-u) + (k-1)*math.Log1p(u))
		}, end*float64(i)/panels, end*float64(i+1)/panels, nodes, quad.Legendre{}, 0)
	}
	return k * sum
}

// BitsFor returns the least number of fair bits that hide a shift by 1 with δ(ε) of at most
// delta < ½. For ε = ∞ it is 0.
func BitsFor(epsilon, delta float64) float64 {
	if math.IsInf(epsilon, 1) {
		return 0
	}
	few := func(n float64) bool { return BinomialSum{n}.Delta(epsilon).Value > delta }
	low, high := noise.Bracket(1, 2, math.MaxFloat64, few)
	_, bits := noise.Bisect(low, high, byOne, few)
	return bits
}

// byOne is a fine function for noise.Bisect between whole numbers.
func byOne(low, high float64) bool { return high-low <= 1 }

// WithShares returns the ε of a sum with discrete Laplace noise at epsilon of which only a share r of
// the people add their part, 0 ≤ r ≤ 1: the noise is the difference of two negative binomial numbers,
// and the largest log-ratio found is that of 0 and 1,
// ln(₂F₁(r, r; 1; p²)/(p r ₂F₁(r, r+1; 2; p²))) with p = e^−ε.
func WithShares(epsilon, r float64) float64 {
	if r == 0 || math.IsInf(epsilon, 1) {
		return math.Inf(1)
	}
	square := math.Exp(-2 * epsilon)
	return epsilon - math.Log(r) + math.Log(mathext.Hypergeo(r, r, 1, square)/mathext.Hypergeo(r, r+1, 2, square))
}

// Shuffled is the number of ones among reports of several people in random order, each by randomized
// response: by the number of rewards 1, the probabilities of the numbers of ones.
type Shuffled [][]float64

// ShuffleReports returns the shuffled reports of a number of people at a finite local ε. It takes
// people³/3 steps.
func ShuffleReports(people int, local float64) Shuffled {
	report := func(law []float64, one float64) []float64 { // adds a report, which is 1 with probability one
		sum := make([]float64, len(law)+1)
		for k, x := range law {
			sum[k] += (1 - one) * x
			sum[k+1] += one * x
		}
		return sum
	}
	s, p := Shuffled{{1}}, noise.Logistic(local)
	for n := range people {
		s = append(s, report(s[n], p))
		for m := range n + 1 {
			s[m] = report(s[m], 1-p)
		}
	}
	return s
}

// Delta is the least δ at ε, the largest Σ_k max(0, P(k) − e^ε Q(k)) for a reward 1 and a reward 0
// beside any others. A change from 0 to 1 is the mirror image of one from 1 to 0 with as many zeros
// as there were ones, so that one direction has the worst case.
func (s Shuffled) Delta(epsilon float64) (worst float64) {
	factor := math.Exp(epsilon)
	for m := range len(s) - 1 {
		sum := 0.0
		for k, x := range s[m+1] {
			sum += max(0, x-times(s[m][k], factor))
		}
		worst = max(worst, sum)
	}
	return worst
}

// Epsilon is the least ε at δ.
func (s Shuffled) Epsilon(delta float64) float64 {
	more := func(x float64) bool { return s.Delta(x) > delta }
	low, high := noise.Bracket(0, 1, math.MaxFloat64, more)
	_, epsilon := noise.Bisect(low, high, noise.Within(1e-9), more)
	return epsilon
}
