package learners_test

import (
	"testing"
)

func init() {
	roundLines["ucb-ldp-b"] = []string{"1", "3 4"}
}

func TestUCBLDPBIsExact(t *testing.T) {
	exactRegrets(t, []policyCase{
		{
			learner: "ucb-ldp-b", channels: optimal(3, 2), epsilon: 3, oracle: ucb1Policy(2, 2),
			means: []float64{.6, .1}, rounds: 10, wrong: policies{"level 5% high": ucb1Policy(2, 2.1)},
		},
	})
	everyPlay(t, []policyCase{
		{learner: "ucb-ldp-b", channels: optimal(1, 4), oracle: ucb1Policy(4, 2), means: fourMeans, rounds: 500, runs: 3},
	})
}
