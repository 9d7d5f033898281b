package noise

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// The samplers below take the scale of the noise, never its rate. A scale of 0 means no noise (ε =
// ∞) and uses no random numbers. All results are finite: if an inverse transform would return ±Inf,
// the samplers draw again.

// Laplace draws from the density exp(−|x|/scale)/(2·scale).
func (s *Stream) Laplace(scale float64) float64 {
	return finite(scale, func() float64 { return distuv.Laplace{Scale: scale, Src: s}.Rand() })
}

// Exponential draws from the exponential distribution with mean scale.
func (s *Stream) Exponential(scale float64) float64 {
	return finite(scale, func() float64 { return scale * distuv.Exponential{Rate: 1, Src: s}.Rand() })
}

// Gumbel draws from the distribution with cdf exp(−exp(−x/scale)).
func (s *Stream) Gumbel(scale float64) float64 {
	return finite(scale, func() float64 { return distuv.GumbelRight{Beta: scale, Src: s}.Rand() })
}

// Normal draws from the normal distribution with the given mean and standard deviation.
func (s *Stream) Normal(mean, deviation float64) float64 {
	return distuv.Normal{Mu: mean, Sigma: deviation, Src: s}.Rand()
}

// DiscreteLaplace draws a whole number, k with probability tanh(1/(2·scale))·e^{−|k|/scale}: the
// difference of two geometric numbers.
func (s *Stream) DiscreteLaplace(scale float64) float64 {
	return math.Floor(s.Exponential(scale)) - math.Floor(s.Exponential(scale))
}

// FairBits draws the number of ones among n fair bits, minus its mean n/2.
func (s *Stream) FairBits(n float64) float64 {
	return distuv.Binomial{N: n, P: .5, Src: s}.Rand() - n/2
}

// Beta draws from the Beta(alpha, beta) distribution; both must be positive.
func (s *Stream) Beta(alpha, beta float64) float64 {
	if min(alpha, beta) >= 1 {
		return distuv.Beta{Alpha: alpha, Beta: beta, Src: s}.Rand()
	}
	// Gamma(a) is Gamma(a+1)·U^{1/a}, which underflows unless in logarithms.
	log := func(shape float64) float64 {
		return math.Log(distuv.Gamma{Alpha: shape + 1, Beta: 1, Src: s}.Rand()) + math.Log1p(-s.Float64())/shape
	}
	return Logistic(log(alpha) - log(beta))
}

// finite draws until the result is finite.
func finite(scale float64, draw func() float64) float64 {
	if scale == 0 {
		return 0
	}
	for {
		if x := draw(); !math.IsInf(x, 0) {
			return x
		}
	}
}

// A Beta is the Beta(A, B) distribution of a posterior; both parameters are at least
// 1, as they are after a uniform prior, and may be fractions.
type Beta struct{ A, B float64 }

// kernel returns x^A (1−x)^B / B(A,B), the density of ln(x/(1−x)) for x with the law d. It uses
// Loader's deviances, which keep the digits for large A and B.
func (d Beta) kernel(x float64) float64 {
	n := d.A + d.B
	correction := stirlingError(n) - stirlingError(d.A) - stirlingError(d.B)
	return math.Sqrt(d.A/n*d.B/(2*math.Pi)) * math.Exp(correction-deviance(d.A, n*x)-deviance(d.B, n*(1-x)))
}

// CDF is P(X ≤ x), the regularized incomplete beta function.
func (d Beta) CDF(x float64) float64 {
	switch {
	case !(x > 0):
		return 0
	case x >= 1:
		return 1
	}
	p, _ := d.tail(x)
	return p
}

// tail returns CDF(x) and kernel(x).
func (d Beta) tail(x float64) (p, kernel float64) {
	kernel = d.kernel(x)
	if x > (d.A+1)/(d.A+d.B+2) {
		return 1 - kernel*Beta{d.B, d.A}.fraction(1-x)/d.B, kernel
	}
	return kernel * d.fraction(x) / d.A, kernel
}

// fraction returns the continued fraction 1/(1 + d₁/(1 + d₂/(1 + …))) of the incomplete beta function (NIST DLMF
// 8.17.22) by Lentz's method. For x below about the mean it takes about √(A+B) steps at most.
func (d Beta) fraction(x float64) float64 {
	const tiny = 1e-300
	n := d.A + d.B
	away := func(v float64) float64 {
		if math.Abs(v) < tiny {
			return tiny
		}
		return v
	}
	c, e := 1.0, 1/away(1-n*x/(d.A+1))
	value := e
	for m := 1.0; m < 1e6; m++ {
		term := m * (d.B - m) * x / ((d.A + 2*m - 1) * (d.A + 2*m))
		e = 1 / away(1+term*e)
		c = away(1 + term/c)
		value *= e * c
		term = -(d.A + m) * (n + m) * x / ((d.A + 2*m) * (d.A + 2*m + 1))
		e = 1 / away(1+term*e)
		c = away(1 + term/c)
		value *= e * c
		if math.Abs(e*c-1) < 4e-16 {
			break
		}
	}
	return value
}

// Quantile returns the x with CDF(x) = u, for u inside (0,1).
func (d Beta) Quantile(u float64) float64 {
	switch {
	case d.A == 1:
		return -math.Expm1(math.Log1p(-u) / d.B)
	case d.B == 1:
		return math.Exp(math.Log(u) / d.A)
	case u > .5:
		return 1 - Beta{d.B, d.A}.Quantile(1-u)
	}
	// Newton's method for ln CDF as a function of y = ln(x/(1−x)): y has a log-concave density
	// and CDF, so after one step the iterates increase to the root.
	y, deviation := d.Logit(NormalQuantile(u)), math.Sqrt(1/d.A+1/d.B)
	for range 200 {
		p, kernel := d.tail(Logistic(y))
		step := max(math.Log(u/p)*p/kernel, -2*deviation)
		if !(p > 0) {
			step = deviation
		}
		y += step
		if math.Abs(step) < 1e-9*deviation {
			break
		}
	}
	return Logistic(y)
}

// Logit approximates ln(x/(1−x)) for the x with CDF(x) = Φ(z), by an expansion at the mode. It
// is accurate for large A and B; use it only as a starting point.
func (d Beta) Logit(z float64) float64 {
	if d.A == 1 || d.B == 1 {
		x := d.Quantile(NormalCDF(z))
		return math.Log(x / (1 - x))
	}
	c0, c1 := d.skew()
	p := d.A / (d.A + d.B)
	g, q := 1-2*p, 1-6*p*(1-p)
	s := (z + c0 + c1*z) / math.Sqrt(d.B*p)
	s = min(max(s, -3), 3)
	return math.Log(d.A/d.B) + s*(1-s*(g/6-(5*g*g/72-q/24)*s))
}

// skew returns the first terms of ln(h)/w = c₀ + c₁w + O(w²) at the mode, where w is
// the signed root of twice the deviance and h the kernel's density in w, over φ(w).
func (d Beta) skew() (c0, c1 float64) {
	p := d.A / (d.A + d.B)
	v, g, q := d.B*p, 1-2*p, 1-6*p*(1-p)
	return -g / (3 * math.Sqrt(v)), (11*g*g/72 - q/8) / v
}

// maxScore is the largest |z| that Score resolves.
const maxScore = 7

// Score returns bounds on the z with Φ(z) = CDF(x), much faster than the CDF: the signed root
// r* of the deviance (Barndorff-Nielsen 1986). Its measured error is at most .013 v^(−3/2), v =
// AB/(A+B), for |z| ≤ maxScore; the bounds allow 1.5 times that. For larger |z| the far bound
// is infinite.
func (d Beta) Score(x float64) (low, high float64) {
	z, slack := math.Inf(-1), 1e-7
	switch {
	case !(x > 0):
	case x >= 1:
		z = math.Inf(1)
	case d.B == 1:
		z = normalScore(d.A * math.Log(x))
	case d.A == 1:
		z = -normalScore(d.B * math.Log1p(-x))
	default:
		z, slack = d.saddle(x)
	}
	low, high = z-slack, z+slack
	if high > maxScore {
		low, high = min(low, maxScore), math.Inf(1)
	}
	if low < -maxScore {
		low, high = math.Inf(-1), max(high, -maxScore)
	}
	return low, high
}

// saddle returns Score's z and a bound on its error.
func (d Beta) saddle(x float64) (z, slack float64) {
	n := d.A + d.B
	v := d.A / n * d.B
	distance := n*x - d.A
	w := math.Copysign(math.Sqrt(2*(deviance(d.A, n*x)+deviance(d.B, n*(1-x)))), distance)
	root := math.Sqrt(v)
	slack = .02/(v*root) + 1e-8
	if math.Abs(w) < .02*root {
		c0, c1 := d.skew()
		return w - (c0 + c1*w), slack
	}
	return w - math.Log(root*w/distance)/w, slack
}

// NormalQuantile returns the z with Φ(z) = u, for u inside (0,1); below 1e−16 it is −∞.
func NormalQuantile(u float64) float64 {
	switch {
	case u > .5:
		return -NormalQuantile(1 - u)
	case u < 1e-16: // where 1−u is 1
		return math.Inf(-1)
	}
	z := -math.Sqrt2 * math.Erfcinv(2*u)
	for n := 0; n < 2 && u < 1e-4; n++ { // the library takes 1−2u, which loses most digits of a small u
		z -= (NormalCDF(z) - u) * math.Sqrt(2*math.Pi) * math.Exp(z*z/2)
	}
	return z
}

// normalScore returns the z with ln Φ(z) = log, accurate in both tails.
func normalScore(log float64) float64 {
	if log > -math.Ln2 {
		return -NormalQuantile(-math.Expm1(log))
	}
	return NormalQuantile(math.Exp(log))
}

// NormalCDF is Φ(z).
func NormalCDF(z float64) float64 { return .5 * math.Erfc(-z/math.Sqrt2) }

// Logistic is e^x/(1 + e^x), accurate at both ends.
func Logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// Softplus is ln(1 + e^x).
func Softplus(x float64) float64 { return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }

// Excess is e^x − 1 − x, never below 0, without cancellation.
func Excess(x float64) float64 {
	if math.Abs(x) > .1 {
		return math.Expm1(x) - x
	}
	sum := 0.0
	for k := 12.; k > 1; k-- {
		sum = (sum + 1) * x / k
	}
	return sum * x
}

// Divergence is kl(q + by, q), the divergence of two Bernoulli laws. It is precise for any
// difference, because both sides of the coin add terms that are never below 0.
func Divergence(q, by float64) float64 {
	side := func(q, by float64) float64 {
		switch u := by / q; {
		case by == 0:
			return 0
		case u <= -1:
			return q
		case q == 0:
			return math.Inf(1)
		default: // (1 + u) ln(1 + u) − u
			return q * (1 + u) * Excess(-math.Log1p(u))
		}
	}
	return side(q, by) + side(1-q, -by)
}

// Decayed is ∫₀^length e^{−rate·t} dt for rate ≥ 0.
func Decayed(rate, length float64) float64 {
	if rate == 0 {
		return length
	}
	return -math.Expm1(-rate*length) / rate
}

// Bracket doubles an interval upwards until below fails at its high end or the high end reaches
// limit. below must hold at low.
func Bracket(low, high, limit float64, below func(x float64) bool) (float64, float64) {
	for high < limit && below(high) {
		low, high = high, 2*high
	}
	return low, high
}

// Bisect narrows an interval until fine reports true or no float64 lies between its ends. below
// must hold up to some point of the interval and not beyond it.
func Bisect(low, high float64, fine func(low, high float64) bool, below func(x float64) bool) (float64, float64) {
	for !fine(low, high) {
		middle := (low + high) / 2
		if middle == low || middle == high {
			break
		}
		if below(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return low, high
}

// Within returns a fine function for Bisect: the width relative to the high end is at most part.
func Within(part float64) func(low, high float64) bool {
	return func(low, high float64) bool { return high-low <= part*high }
}

// Exactly is a fine function for Bisect that never stops early.
func Exactly(float64, float64) bool { return false }

// stirlingError is ln n! minus Stirling's approximation √(2πn)(n/e)^n, for whole n ≥ 1.
func stirlingError(n float64) float64 {
	if n < 16 {
		log, _ := math.Lgamma(n + 1)
		return log - (n+.5)*math.Log(n) + n - .5*math.Log(2*math.Pi)
	}
	square := n * n
	return (1./12 - (1./360-(1./1260-(1./1680)/square)/square)/square) / n
}

// deviance returns x ln(x/mean) + mean − x for x > 0, without cancellation for x near the mean.
func deviance(x, mean float64) float64 {
	difference := x - mean
	if math.Abs(difference) >= .1*(x+mean) {
		return x*math.Log(x/mean) - difference
	}
	// With v = (x − mean)/(x + mean), ln(x/mean) is 2 artanh v.
	v := difference / (x + mean)
	sum, term := difference*v, 2*x*v
	for j := 3.; ; j += 2 {
		term *= v * v
		next := sum + term/j
		if next == sum {
			return sum
		}
		sum = next
	}
}

// LogFairBits is ln(C(n, k)/2^n), the logarithm of the probability of k ones among n fair bits, for
// whole numbers 0 ≤ k ≤ n. It uses Loader's deviances, which keep the digits for large n.
func LogFairBits(n, k float64) float64 {
	if k == 0 || k == n {
		return -n * math.Ln2
	}
	correction := stirlingError(n) - stirlingError(k) - stirlingError(n-k)
	return correction - deviance(k, n/2) - deviance(n-k, n/2) + math.Log(n/k/(n-k)/(2*math.Pi))/2
}
