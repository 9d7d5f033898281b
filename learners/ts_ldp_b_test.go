package learners_test

import (
	"math"
	"testing"
)

func init() {
	roundLines["ts-ldp-b"] = []string{"3 4"}
}

func TestTSLDPBIsExact(t *testing.T) {
	exactRegrets(t, []policyCase{
		{learner: "ts-ldp-b", channels: optimal(1, 2), oracle: tsCFPolicy(math.MaxInt, countedDuel), means: []float64{.8, .3}, rounds: 8},
		{
			learner: "ts-ldp-b", channels: optimal(3, 2), epsilon: 3, oracle: tsCFPolicy(math.MaxInt, countedDuel),
			means: []float64{.8, .3}, rounds: 8,
			wrong: policies{"prior Beta(2,1)": thompsonPolicy(integratedDuel, 2, 1)},
		},
		{learner: "ts-ldp-b", epsilon: math.Inf(1), oracle: tsCFPolicy(math.MaxInt, countedDuel), means: []float64{.8, .3}, rounds: 8},
	})
}
