package privacy

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/noise"
)

// A LaplaceSum is a sum of rewards published with Laplace noise of the given scale. A replaced
// reward moves it by at most 1. That shift is the worst in every notion, because the noise is
// log-concave. Scale 0 is no noise.
type LaplaceSum struct{ Scale float64 }

// loss returns the largest privacy loss m of the sum.
func (l LaplaceSum) loss() float64 { return 1 / l.Scale }

// Epsilon is 1/scale.
func (l LaplaceSum) Epsilon() Value { return exact(l.loss(), shifted) }

// Renyi is ln(α/(2α−1)·e^{(α−1)m} + (α−1)/(2α−1)·e^{−αm})/(α−1).
func (l LaplaceSum) Renyi(alpha float64) Value { return exact(laplaceRenyi(l.loss(), alpha), shifted) }

// Rho is m + e^{−m} − 1, the Kullback–Leibler divergence
// (Harrison and Manurangsi 2025, 2510.25746).
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
	return exact(gaussianDelta(1/g.Deviation, epsilon), shifted)
}

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
