package learners_test

import "math"

// klUCBPolicy is Garivier & Cappé 2011 for k arms at level
// weight·(ln t + c ln max(1, ln t)); its own weight is 1. The index is found by
// plain bisection.
func klUCBPolicy(k int, weight, c float64) policy {
	return func(history []observation) []float64 {
		if len(history) < k {
			return certain(len(history), k)
		}
		counts, sums := tallies(history, k)
		scores, log := make([]float64, k), math.Log(float64(len(history)+1))
		level := weight * (log + c*math.Log(max(1, log)))
		for j := range scores {
			mean := sums[j] / counts[j]
			low, high := mean, 1.0
			for range 60 {
				q := (low + high) / 2
				if counts[j]*bernoulliKL(mean, q) <= level {
					low = q
				} else {
					high = q
				}
			}
			scores[j] = low
		}
		return largest(scores)
	}
}

// bernoulliKL is kl(p,q) for q inside (0,1), with 0 ln 0 = 0.
func bernoulliKL(p, q float64) float64 {
	term := func(a, b float64) float64 {
		if a == 0 {
			return 0
		}
		return a * math.Log(a/b)
	}
	return term(p, q) + term(1-p, 1-q)
}
