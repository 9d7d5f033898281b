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
	everyPlay(t, []playCase{
		{"sw-ucb", "sw-ucb,w=70", fourMixed, "", swUCBPolicy(fourMixed, 70, 1.2), fourMeans, 500, 3, true},
		{"sw-ucb, forgotten arms", "sw-ucb,w=5,alpha=0.1", fourMixed, "", swUCBPolicy(fourMixed, 5, .1), fourMeans, 500, 3, true},
		{"sw-ucb, alpha 5% high", "sw-ucb,w=70", fourMixed, "", swUCBPolicy(fourMixed, 70, 1.26), fourMeans, 500, 3, false},
	})
}
