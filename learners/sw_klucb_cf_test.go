package learners_test

import (
	"math"
	"testing"
)

func init() {
	roundLines["sw-klucb-cf"] = []string{"1", "3 4"}
	scoreRules["sw-klucb-cf"] = corruptedScore
}

// swKLUCBPolicy is GAJ Alg. 1 with the level times weight, which is 1 in the paper.
func swKLUCBPolicy(matrices []matrix, w int, weight float64) policy {
	return indexPolicy(len(matrices), w, func(j int, t, n, mean float64) float64 {
		x := math.Log(min(t-1, float64(w)))
		return corruptIndex(matrices[j], mean, n, weight*(x+3*math.Log(max(1, x))))
	})
}

func TestSWKLUCBCFIsExact(t *testing.T) {
	exactRegrets(t, []policyCase{
		{
			learner: "sw-klucb-cf,w=12", channels: optimal(3, 2), epsilon: 3,
			oracle: swKLUCBPolicy(optimal(3, 2), 12, 1), means: []float64{.8, .3}, rounds: 12,
		},
		{
			learner: "sw-klucb-cf,w=5", channels: optimal(1, 2), oracle: swKLUCBPolicy(optimal(1, 2), 5, 1),
			means: []float64{.8, .3}, rounds: 12,
		},
		{
			learner: "sw-klucb-cf,w=6", channels: twoMixed, oracle: swKLUCBPolicy(twoMixed, 6, 1),
			means: []float64{.8, .3}, rounds: 12, wrong: policies{"w one off": swKLUCBPolicy(twoMixed, 7, 1)},
		},
		{
			learner: "sw-klucb-cf,w=2", channels: optimal(3, 2), epsilon: 3,
			oracle: swKLUCBPolicy(optimal(3, 2), 2, 1), means: []float64{.8, .3}, rounds: 10,
		},
		{
			learner: "sw-klucb-cf,w=6", channels: optimal(3, 2), epsilon: 3, means: []float64{.6, .1}, rounds: 10,
			wrong: policies{"level 10% low": swKLUCBPolicy(optimal(3, 2), 6, .9)},
		},
	})
	everyPlay(t, []policyCase{
		{
			learner: "sw-klucb-cf,w=90", channels: fourMixed, oracle: swKLUCBPolicy(fourMixed, 90, 1),
			means: fourMeans, rounds: 500, runs: 3,
			wrong: policies{
				"w one off":     swKLUCBPolicy(fourMixed, 91, 1),
				"level 1% high": swKLUCBPolicy(fourMixed, 90, 1.01),
			},
		},
		{learner: "sw-klucb-cf,w=9", channels: fourMixed, oracle: swKLUCBPolicy(fourMixed, 9, 1), means: fourMeans, rounds: 500, runs: 3},
		{
			learner: "sw-klucb-cf,w=3", channels: optimal(1, 4), oracle: swKLUCBPolicy(optimal(1, 4), 3, 1),
			means: fourMeans, rounds: 300, runs: 9,
		},
		{
			learner: "sw-klucb-cf,w=1", channels: optimal(1, 4), oracle: swKLUCBPolicy(optimal(1, 4), 1, 1),
			means: fourMeans, rounds: 300, runs: 9,
		},
	})
}
