package learners_test

import (
	"math"
	"testing"
)

func init() {
	roundLines["ucb-ldp-l"] = []string{"2", "3 4"}
}

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
	everyPlay(t, []policyCase{
		{
			learner: "ucb-ldp-l", channel: "laplace(2)", oracle: ucbLDPLPolicy(4, 2, 32), means: fourMeans,
			rounds: 500, runs: 3, wrong: policies{"width 5% high": ucbLDPLPolicy(4, 2, 33.6)},
		},
	})
}
