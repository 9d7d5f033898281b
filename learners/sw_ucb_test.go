package learners_test

import (
	"math"
	"testing"
)

func init() {
	roundLines["sw-ucb"] = []string{"1", "3 4"}
	scoreRules["sw-ucb"] = func(x explained) float64 {
		if x.arm.Values[0] == 0 {
			return math.Inf(1)
		}
		return x.arm.Values[1] + x.arm.Values[2]
	}
}

// width returns B of debiased bits, the length of the interval that they lie in.
func width(matrices []matrix) float64 {
	b := 1.
	for _, m := range matrices {
		b = max(b, math.Abs(m.inverse(1)-m.inverse(0)))
	}
	return b
}

// swUCBPolicy is SW-UCB on debiased bits.
func swUCBPolicy(matrices []matrix, w int, xi float64) policy {
	b := width(matrices)
	return indexPolicy(len(matrices), w, func(j int, t, n, mean float64) float64 {
		return matrices[j].inverse(mean) + b*math.Sqrt(xi*math.Log(min(t, float64(w)))/n)
	})
}

func TestSWUCBIsExact(t *testing.T) {
	everyPlay(t, []policyCase{
		{
			learner: "sw-ucb,w=70", channels: fourMixed, oracle: swUCBPolicy(fourMixed, 70, .6), means: fourMeans,
			rounds: 500, runs: 3, wrong: policies{"xi 5% high": swUCBPolicy(fourMixed, 70, .63)},
		},
		{learner: "sw-ucb,w=5,xi=0.1", channels: fourMixed, oracle: swUCBPolicy(fourMixed, 5, .1), means: fourMeans, rounds: 500, runs: 3},
	})
}
