package learners_test

import (
	"math"
	"testing"
)

func init() {
	roundLines["ucb1"] = []string{"1", "3 4"}
}

// Oracles of the non-private learners. Their parameters include constants of the papers, so
// that tests can make them wrong.

// ucb1Policy is Auer et al. 2002 for k arms, with weight 2 in the paper.
func ucb1Policy(k int, weight float64) policy {
	return indexPolicy(k, math.MaxInt, func(_ int, t, n, mean float64) float64 { return mean + math.Sqrt(weight*math.Log(t)/n) })
}

func TestUCB1IsExact(t *testing.T) {
	exactRegrets(t, []policyCase{
		{
			learner: "ucb1", oracle: ucb1Policy(2, 2), means: []float64{.7, .3}, rounds: 10,
			wrong: policies{"level 5% high": ucb1Policy(2, 2.1)},
		},
		{learner: "ucb1", oracle: ucb1Policy(2, 2), means: []float64{.9, .6}, rounds: 12},
	})
	everyPlay(t, []policyCase{
		{
			learner: "ucb1", oracle: ucb1Policy(4, 2), means: []float64{.6, .5, .4, .5}, rounds: 1000, runs: 4,
			wrong: policies{"level 1% high": ucb1Policy(4, 2.02)},
		},
		{learner: "ucb1", oracle: ucb1Policy(3, 2), means: []float64{1, 1, 1}, rounds: 9, runs: 2000},
	})
}
