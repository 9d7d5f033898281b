package learners_test

import (
	"math"
	"testing"
)

func init() {
	roundLines["d-ucb"] = []string{"1", "3 4"}
}

// dUCBPolicy is D-UCB on debiased bits.
func dUCBPolicy(matrices []matrix, gamma, xi float64) policy {
	b := width(matrices)
	k := len(matrices)
	return func(history []observation) []float64 {
		if len(history) < k {
			return certain(len(history), k)
		}
		scores, sums, counts, total := make([]float64, k), make([]float64, k), make([]float64, k), 0.0
		for s, o := range history {
			share := math.Pow(gamma, float64(len(history)-1-s))
			sums[o.arm] += share * matrices[o.arm].inverse(o.reward)
			counts[o.arm] += share
			total += share
		}
		for j := range scores {
			scores[j] = sums[j]/counts[j] + 2*b*math.Sqrt(xi*math.Log(total)/counts[j])
		}
		return largest(scores)
	}
}

func TestDUCBIsExact(t *testing.T) {
	everyPlay(t, []policyCase{
		{
			learner: "d-ucb,gamma=0.95", channels: fourMixed, oracle: dUCBPolicy(fourMixed, .95, .6),
			means: fourMeans, rounds: 500, runs: 3, wrong: policies{"gamma off": dUCBPolicy(fourMixed, .955, .6)},
		},
		{
			learner: "d-ucb,gamma=1,xi=0.2", channels: fourMixed, oracle: dUCBPolicy(fourMixed, 1, .2),
			means: fourMeans, rounds: 500, runs: 3,
		},
	})
}
