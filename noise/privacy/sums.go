package privacy

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/noise"
)

// A LaplaceSum is a sum of rewards published with Laplace noise of the given scale. A replaced reward moves it by at
// most 1. That shift is the worst in every notion, because the noise is log-concave. Scale 0 is no noise.
type LaplaceSum struct{ Scale float64 }

func (l LaplaceSum) loss() float64 { return 1 / l.Scale }

// Epsilon is 1/scale.
func (l LaplaceSum) Epsilon() Value { return exact(l.loss(), shifted) }

// Renyi is ln(α/(2α−1)·e^{(α−1)m} + (α−1)/(2α−1)·e^{−αm})/(α−1).
func (l LaplaceSum) Renyi(alpha float64) Value { return exact(laplaceRenyi(l.loss(), alpha), shifted) }

// Rho is m + e^{−m} − 1, the Kullback–Leibler divergence (Harrison and Manurangsi 2025, 2510.25746).
func (l LaplaceSum) Rho() Value { return exact(laplaceRho(l.loss()), shifted) }

// Delta is 1 − e^{(ε−m)/2}, at least 0.
func (l LaplaceSum) Delta(epsilon float64) Value {
	return exact(laplaceDelta(l.loss(), epsilon), shifted)
}

func (l LaplaceSum) TradeOff(x float64) Value { return exact(laplaceTradeOff(l.loss(), x), shifted) }

// Mu is 2Φ⁻¹(1 − e^{−m/2}/2). The quantile of the noise, seen in normal units, is concave,
// so that the test in the middle reveals most.
func (l LaplaceSum) Mu() Value { return exact(laplaceMu(l.loss()), shifted) }

func laplaceRenyi(m, alpha float64) float64 {
	if alpha == 1 {
		return laplaceRho(m)
	}
	if math.IsInf(m, 1) {
		return m
	}
	order := alpha - 1
	if order*m > 500 { // the second term is negligible
		return m + math.Log(alpha/(2*alpha-1))/order
	}
	sum := alpha*noise.Excess(order*m) + order*noise.Excess(-alpha*m)
	return math.Log1p(sum/(2*alpha-1)) / order
}

func laplaceRho(m float64) float64 { return noise.Excess(-m) }

func laplaceDelta(m, epsilon float64) float64 { return max(0, -math.Expm1((epsilon-m)/2)) }

func laplaceTradeOff(m, x float64) float64 {
	switch low := math.Exp(-m) / 2; {
	case math.IsInf(m, 1):
		return 0
	case x == 0:
		return 1
	case x < low:
		return 1 - math.Exp(m)*x
	case x <= .5:
		return math.Exp(-m) / (4 * x)
	default:
		return math.Exp(-m) * (1 - x)
	}
}

func laplaceMu(m float64) float64 {
	if m < 1 { // 2Φ⁻¹(½ + x/2) for x = 1 − e^{−m/2}
		return 2 * math.Sqrt2 * math.Erfinv(-math.Expm1(-m/2))
	}
	return -2 * logQuantile(-m/2-math.Ln2)
}

// A GaussianSum is a sum of rewards published with normal noise of the given standard
// deviation. A replaced reward moves it by at most 1.
type GaussianSum struct{ Deviation float64 }

// Epsilon is +Inf: no ε holds.
func (g GaussianSum) Epsilon() Value { return exact(math.Inf(1), shifted) }

// Renyi is α/2σ².
func (g GaussianSum) Renyi(alpha float64) Value {
	return exact(alpha/(2*g.Deviation*g.Deviation), shifted)
}

// Rho is 1/2σ².
func (g GaussianSum) Rho() Value { return g.Renyi(1) }

// Delta is Φ(1/2σ − εσ) − e^ε Φ(−1/2σ − εσ).
func (g GaussianSum) Delta(epsilon float64) Value {
	delta := gaussianDelta(1/g.Deviation, epsilon)
	if !math.IsInf(g.Deviation, 1) && !math.IsInf(epsilon, 1) {
		delta = positive(delta)
	}
	return exact(delta, shifted)
}

// positive returns a δ that is above 0 and may have underflowed, at least the smallest number above 0.
func positive(delta float64) float64 { return max(delta, math.SmallestNonzeroFloat64) }

// gaussianDelta is φ(b) (M(b) − M(b − μ)) with b = μ/2 − ε/μ and M = Φ/φ, because φ(b) = e^ε φ(b − μ).
func gaussianDelta(mu, epsilon float64) float64 {
	switch {
	case mu == 0:
		return 0
	case math.IsInf(mu, 1):
		return 1
	case epsilon < 0: // from the other side
		return -math.Expm1(epsilon) + math.Exp(epsilon)*gaussianDelta(mu, -epsilon)
	case mu < 1e-3: // without a difference: M' = 1 + zM, in the middle
		z := -epsilon / mu
		m := mills(z)
		first := 1 + z*m
		return distuv.UnitNormal.Prob(z+mu/2) * mu * (first + mu*mu/24*(2*first+z*(m+z*first)))
	}
	b := mu/2 - epsilon/mu
	if b < -farTail {
		return distuv.UnitNormal.Prob(b) * (mills(b) - mills(b-mu))
	}
	return noise.NormalCDF(b) - distuv.UnitNormal.Prob(b)*mills(b-mu)
}

// farTail is the distance from which on a continued fraction gives Φ/φ.
const farTail = 8

// mills returns Φ(z)/φ(z) for z ≤ farTail, also where both underflow.
func mills(z float64) float64 {
	if z > -farTail {
		return noise.NormalCDF(z) / distuv.UnitNormal.Prob(z)
	}
	rest := -z
	for k := 60.; k > 0; k-- {
		rest = k/rest - z
	}
	return 1 / rest
}

func (g GaussianSum) TradeOff(x float64) Value {
	return exact(GaussianTradeOff(1/g.Deviation, x), shifted)
}

// Mu is 1/σ.
func (g GaussianSum) Mu() Value { return exact(1/g.Deviation, shifted) }

// A BinomialSum is a sum of bits published with the number of ones among fair bits: X ~
// Bin(Bits, ½). A replaced reward moves it by at most 1. The ends of its support separate the two
// sums, so no ε, ρ or μ bounds the loss. Bits 0 is no noise.
type BinomialSum struct{ Bits float64 }

func (b BinomialSum) unbounded() Value    { return exact(math.Inf(1), shifted) }
func (b BinomialSum) Epsilon() Value      { return b.unbounded() }
func (b BinomialSum) Renyi(float64) Value { return b.unbounded() }
func (b BinomialSum) Rho() Value          { return b.unbounded() }
func (b BinomialSum) Mu() Value           { return b.unbounded() }

// Delta is Σ_k max(0, P(X=k) − e^ε P(X=k−1)), the same in both directions because X is symmetric:
// P(X ≤ k) − e^ε P(X < k) for the largest k with a positive term. The chances are those of k times
// a sum, so they cancel only a little.
func (b BinomialSum) Delta(epsilon float64) Value {
	k := max(0, math.Ceil((b.Bits+1)*noise.Logistic(-epsilon))-1)
	delta := math.Exp(noise.LogFairBits(b.Bits, k)) * max(0, 1-times(fewer(b.Bits, k), math.Expm1(epsilon)))
	return exact(positive(delta), shifted)
}

// TradeOff is linear between the tests that decide by whether the sum reaches a number.
func (b BinomialSum) TradeOff(x float64) Value {
	// Mirrored, so that small sums tell: the test that takes X ≤ k for X + 1 ≤ k + 1.
	_, high := noise.Bisect(-1, b.Bits, byOne, func(k float64) bool { return b.atMost(math.Floor(k)) < x })
	k := math.Floor(high)
	below, before, after := b.atMost(k-1), b.atMost(b.Bits-k-1), b.atMost(b.Bits-k-2)
	return exact(before+ratio(x-below, b.atMost(k)-below)*(after-before), shifted)
}

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

// WithShares returns the ε of a sum with discrete Laplace noise at epsilon of which only a share r of the people add
// their part, 0 ≤ r ≤ 1: the noise is the difference of two negative binomial numbers, and the largest log-ratio
// found is that of 0 and 1, ln(₂F₁(r, r; 1; p²)/(p r ₂F₁(r, r+1; 2; p²))) with p = e^−ε.
func WithShares(epsilon, r float64) float64 {
	if r == 0 || math.IsInf(epsilon, 1) {
		return math.Inf(1)
	}
	square := math.Exp(-2 * epsilon)
	return epsilon - math.Log(r) + math.Log(mathext.Hypergeo(r, r, 1, square)/mathext.Hypergeo(r, r+1, 2, square))
}

// quantile is Φ⁻¹, precise for small p.
func quantile(p float64) float64 { return mathext.NormalQuantile(min(max(p, 0), 1)) }

// logQuantile returns Φ⁻¹(e^log), even if e^log underflows. Then it solves ln Φ(−z) = −z²/2 −
// ln(z√(2π)) − 1/z², which is right to 1/z⁴.
func logQuantile(log float64) float64 {
	if log > -600 || math.IsInf(log, -1) {
		return quantile(math.Exp(log))
	}
	z := math.Sqrt(-2 * log)
	for range 8 {
		z = math.Sqrt(-2 * (log + math.Log(z*math.Sqrt(2*math.Pi)) + 1/(z*z)))
	}
	return -z
}

// maximize returns the maximum of f on [low, high] and its place: the best point of a grid of intervals, refined by
// golden section between its neighbors. f must have at most one peak between these.
func maximize(f func(x float64) float64, low, high float64, intervals int) (at, best float64) {
	at, best = low, math.Inf(-1)
	step := (high - low) / float64(intervals)
	for i := range intervals + 1 {
		x := low + float64(i)*step
		if y := f(x); y > best {
			at, best = x, y
		}
	}
	return refine(f, at, best, max(low, at-step), min(high, at+step))
}

// refine looks between a and b by golden section for values of f above the best so far.
func refine(f func(x float64) float64, at, best, a, b float64) (float64, float64) {
	const golden = 0.6180339887498949
	x, y := b-golden*(b-a), a+golden*(b-a)
	fx, fy := f(x), f(y)
	for range 45 { // shrinks the bracket to 10⁻⁹ of its width, and the error of the value by the square of that
		if fx >= fy {
			b, y, fy = y, x, fx
			x = b - golden*(b-a)
			fx = f(x)
		} else {
			a, x, fx = x, y, fy
			y = a + golden*(b-a)
			fy = f(y)
		}
	}
	if fx > best {
		at, best = x, fx
	}
	if fy > best {
		at, best = y, fy
	}
	return at, best
}

// lastOrder ends the search for ρ: D_α is at most ε, so D_α/α is far below its peak there.
const lastOrder = 1e4

// searchRho returns the supremum of D_α/α over α ≥ 1 of a family of divergences.
func searchRho(renyi func(alpha float64) float64) (order, rho float64) {
	log, rho := maximize(func(log float64) float64 {
		alpha := math.Exp(log)
		return renyi(alpha) / alpha
	}, 0, math.Log(lastOrder), 24)
	return math.Exp(log), rho
}
