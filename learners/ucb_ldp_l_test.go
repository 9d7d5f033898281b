package learners_test

import (
	"math"
	"testing"
)

// ucbLDPLPolicy is LDP-UCB-L for k arms; noise is the factor of ln t/(ε²N), 32 in the paper.
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

func TestUCBLDPLIsExact(t *testing.T) {
	everyPlay(t, []playCase{
		{"ucb-ldp-l", "ucb-ldp-l", nil, "laplace(2)", ucbLDPLPolicy(4, 2, 32), fourMeans, 500, 3, true},
		{"ucb-ldp-l, width 5% high", "ucb-ldp-l", nil, "laplace(2)", ucbLDPLPolicy(4, 2, 33.6), fourMeans, 500, 3, false},
	})
}
