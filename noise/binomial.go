package noise

import "math"

// Binomial draws the number of successes in n independent trials with probability p. It is
// exact in law up to float64 rounding for every n from 0 to 2^53. (gonum's sampler takes
// differences of ln Γ, which lose all fractional digits from n = 10^15 on.)
func (s *Stream) Binomial(n int, p float64) int {
	switch {
	case n <= 0 || p <= 0:
		return 0
	case p >= 1:
		return n
	case n <= fewTrials:
		return s.tosses(n, p)
	case p > .5:
		return n - s.Binomial(n, 1-p)
	case float64(n)*p < 10:
		return s.binomialByInversion(n, p)
	default:
		return s.binomialByRejection(n, p)
	}
}

// fewTrials is the number of trials up to which single draws are fastest.
const fewTrials = 16

// tosses counts the successes of single trials.
func (s *Stream) tosses(n int, p float64) (successes int) {
	for range n {
		if s.Float64() < p {
			successes++
		}
	}
	return successes
}

// binomialByInversion walks up the distribution function from 0 (Kachitvichyanukul and
// Schmeiser 1988, BINV). n·p must be below 10, which keeps the walk short.
func (s *Stream) binomialByInversion(n int, p float64) int {
	size, odds := float64(n), p/(1-p)
	for {
		u, term := s.Float64(), math.Exp(size*math.Log1p(-p))
		for k := 0; k <= n && k < 200; k++ { // P(X ≥ 200) is below 10^−180
			if u -= term; u < 0 {
				return k
			}
			term *= (size - float64(k)) / float64(k+1) * odds
		}
	}
}

// binomialByRejection is Hörmann's transformed rejection with a squeeze (1993,
// BTRS), for p ≤ 1/2 and n·p ≥ 10.
func (s *Stream) binomialByRejection(n int, p float64) int {
	h := newHat(n, p)
	for {
		u, v := s.Float64()-.5, s.Float64()
		us := .5 - math.Abs(u)
		if us == 0 {
			continue
		}
		k := h.at(u, us)
		if us >= .07 && v <= h.squeeze || k >= 0 && k <= h.size && h.keeps(k, us, v) {
			return int(k)
		}
	}
}

// A hat is the transformed uniform density that dominates a binomial law.
type hat struct {
	size, p, mean, mode float64
	a, b, alpha         float64
	squeeze             float64 // v up to here is accepted for us ≥ .07 without calling keeps
}

func newHat(n int, p float64) hat {
	size := float64(n)
	mean := size * p
	deviation := math.Sqrt(mean * (1 - p))
	b := 1.15 + 2.53*deviation
	return hat{
		size: size, p: p, mean: mean, mode: math.Floor((size + 1) * p),
		a: -.0873 + .0248*b + .01*p, b: b, alpha: (2.83 + 5.1/b) * deviation, squeeze: .92 - 4.2/b,
	}
}

// at returns the proposal for u in (−½, ½), us = ½ − |u|.
func (h *hat) at(u, us float64) float64 { return math.Floor((2*h.a/us+h.b)*u + h.mean + .5) }

// keeps reports whether a proposal k in 0..n, drawn at us, is accepted at height v.
func (h *hat) keeps(k, us, v float64) bool {
	return math.Log(v*h.alpha/(h.a/(us*us)+h.b)) <= logBinomial(k, h.size, h.p)-logBinomial(h.mode, h.size, h.p)
}

// logBinomial returns the log probability of k successes in n trials, by Loader's saddle-point
// expansion (2000), which stays accurate where the difference of ln Γ loses all digits.
func logBinomial(k, n, p float64) float64 {
	switch k {
	case 0:
		return n * math.Log1p(-p)
	case n:
		return n * math.Log(p)
	}
	return stirlingError(n) - stirlingError(k) - stirlingError(n-k) -
		deviance(k, n*p) - deviance(n-k, n*(1-p)) - .5*math.Log(2*math.Pi*k/n*(n-k))
}

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
