package learners_test

import "math"

// ucbLDPLPolicy is LDP-UCB-L for k arms; noise is what stands before
// ln t/(ε²N), and is 32.
func ucbLDPLPolicy(k int, epsilon, noise float64) policy {
	return func(history []observation) []float64 {
		counts, sums := tallies(history, k)
		round, scores := float64(len(history)+1), make([]float64, k)
		for j, n := range counts {
			if n <= 4*math.Log(round+1) {
				return certain(j, k)
			}
			scores[j] = sums[j]/n + math.Sqrt(2*math.Log(round)/n) + math.Sqrt(noise*math.Log(round)/(epsilon*epsilon*n))
		}
		return largest(scores)
	}
}
