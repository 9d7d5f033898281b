package privacy

import (
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/noise"
)

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
// response. It is a local channel's privacy amplified by a shuffler.
type Shuffled struct {
	p    float64     // the probability that a report repeats its reward
	laws [][]float64 // by the number of others with reward 1: the probabilities of their ones
}

// ShuffleReports returns the shuffled reports of a number of people at a local ε. It takes people³/6
// steps.
func ShuffleReports(people int, local float64) Shuffled {
	s := Shuffled{p: noise.Logistic(local)}
	law := func(n int, p float64) []float64 {
		all := make([]float64, n+1)
		for k := range all {
			all[k] = distuv.Binomial{N: float64(n), P: p}.Prob(float64(k))
		}
		return all
	}
	for m := range people {
		ones, zeros := law(m, s.p), law(people-1-m, 1-s.p)
		sum := make([]float64, people)
		for i, x := range ones {
			for k, y := range zeros {
				sum[i+k] += x * y
			}
		}
		s.laws = append(s.laws, sum)
	}
	return s
}

// Delta is the least δ at ε. A change from 0 to 1 is the mirror image of one from 1 to 0 with as many
// zeros as there were ones, so that one direction has the worst case.
func (s Shuffled) Delta(epsilon float64) float64 {
	worst := 0.0
	for m := range s.laws {
		worst = max(worst, s.delta(m, epsilon))
	}
	return worst
}

// delta is Σ_k max(0, P(k) − e^ε Q(k)) for a reward 1 and a reward 0 beside m ones.
func (s Shuffled) delta(m int, epsilon float64) float64 {
	factor, sum, before := math.Exp(epsilon), 0.0, 0.0
	for _, x := range append(s.laws[m][:len(s.laws[m]):len(s.laws[m])], 0) {
		sum += max(0, s.p*before+(1-s.p)*x-factor*((1-s.p)*before+s.p*x))
		before = x
	}
	return sum
}

// Epsilon is the least ε at δ.
func (s Shuffled) Epsilon(delta float64) float64 {
	low, high := noise.Bracket(0, 1, math.MaxFloat64, func(x float64) bool { return s.Delta(x) > delta })
	_, epsilon := noise.Bisect(low, high, noise.Within(1e-9), func(x float64) bool { return s.Delta(x) > delta })
	return epsilon
}
