package learners_test

import (
	"math"
	"testing"
)

func init() {
	roundLines["kl-ucb-cf"] = []string{"1", "3 4"}
	scoreRules["kl-ucb-cf"] = corruptedScore
}

func TestKLUCBCFIsExact(t *testing.T) {
	exactRegrets(t, []policyCase{
		{learner: "kl-ucb-cf", channels: twoMixed, oracle: swKLUCBPolicy(twoMixed, math.MaxInt, 1), means: []float64{.8, .3}, rounds: 12},
	})
	everyPlay(t, []policyCase{
		{
			learner: "kl-ucb-cf", channels: fourMixed, oracle: swKLUCBPolicy(fourMixed, math.MaxInt, 1),
			means: fourMeans, rounds: 500, runs: 3,
			wrong: policies{"level 1% low": swKLUCBPolicy(fourMixed, math.MaxInt, .99)},
		},
	})
}
