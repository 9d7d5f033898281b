package learners_test

import (
	"math"
	"testing"
)

// swUCBPolicy is SW-UCB on debiased bits.
func swUCBPolicy(matrices []matrix, w int, alpha float64) policy {
	k := len(matrices)
	return func(history []observation) []float64 {
		round := len(history) + 1
		if round <= k {
			return certain(round-1, k)
		}
		scores, sums, counts := make([]float64, k), make([]float64, k), make([]float64, k)
		for _, o := range newest(history, w) {
			sums[o.arm] += matrices[o.arm].inverse(o.reward)
			counts[o.arm]++
		}
		for j := range scores {
			scores[j] = math.Inf(1)
			if counts[j] > 0 {
				scores[j] = sums[j]/counts[j] + math.Sqrt(alpha*math.Log(float64(min(round, w)))/counts[j])
			}
		}
		return forgottenFirst(scores)
	}
}

func TestSWUCBIsExact(t *testing.T) {
	everyPlay(t, []playCase{
		{"sw-ucb", "sw-ucb,w=70", fourMixed, "", swUCBPolicy(fourMixed, 70, 1.2), fourMeans, 500, 3, true},
		{"sw-ucb, forgotten arms", "sw-ucb,w=5,alpha=0.1", fourMixed, "", swUCBPolicy(fourMixed, 5, .1), fourMeans, 500, 3, true},
		{"sw-ucb, alpha 5% high", "sw-ucb,w=70", fourMixed, "", swUCBPolicy(fourMixed, 70, 1.26), fourMeans, 500, 3, false},
	})
}
