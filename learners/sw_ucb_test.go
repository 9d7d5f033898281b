package learners_test

import (
	"math"
	"testing"
)

// swUCBPolicy is SW-UCB on debiased bits.
func swUCBPolicy(matrices []matrix, w int, alpha float64) policy {
	return indexPolicy(len(matrices), w, func(j int, t, n, mean float64) float64 {
		return matrices[j].inverse(mean) + math.Sqrt(alpha*math.Log(min(t, float64(w)))/n)
	})
}

func TestSWUCBIsExact(t *testing.T) {
	everyPlay(t, []policyCase{
		{
			learner: "sw-ucb,w=70", channels: fourMixed, oracle: swUCBPolicy(fourMixed, 70, 1.2), means: fourMeans,
			rounds: 500, runs: 3, wrong: policies{"alpha 5% high": swUCBPolicy(fourMixed, 70, 1.26)},
		},
		{
			learner: "sw-ucb,w=5,alpha=0.1", channels: fourMixed, oracle: swUCBPolicy(fourMixed, 5, .1),
			means: fourMeans, rounds: 500, runs: 3,
		},
	})
}
