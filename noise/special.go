package noise

import "math"

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

// Within returns a fine function for Bisect: the width relative to the high end is at most
// part.
func Within(part float64) func(low, high float64) bool {
	return func(low, high float64) bool { return high-low <= part*high }
}

// Exactly is a fine function for Bisect that never stops early.
func Exactly(float64, float64) bool { return false }

// stirlingError is ln n! minus Stirling's approximation √(2πn)(n/e)^n, for whole
// n ≥ 1.
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
