package learners_test

import (
	"math"
	"testing"
)

// Oracles of the non-private learners. Their parameters include constants of the papers, so
// that tests can make them wrong.

// ucb1Policy is Auer et al. 2002 for k arms, with weight 2 in the paper.
func ucb1Policy(k int, weight float64) policy {
	return indexPolicy(k, math.MaxInt, func(_ int, t, n, mean float64) float64 { return mean + math.Sqrt(weight*math.Log(t)/n) })
}

func TestUCB1IsExact(t *testing.T) {
	exactRegrets(t, []regretCase{
		{"ucb1", "ucb1", nil, 1, ucb1Policy(2, 2), []float64{.7, .3}, 10, true},
		{"ucb1, both good", "ucb1", nil, 1, ucb1Policy(2, 2), []float64{.9, .6}, 12, true},
		{"ucb1, level 5% high", "ucb1", nil, 1, ucb1Policy(2, 2.1), []float64{.7, .3}, 10, false},
	})
	everyPlay(t, []playCase{
		{"ucb1", "ucb1", nil, "", ucb1Policy(4, 2), []float64{.6, .5, .4, .5}, 1000, 4, true},
		{"ucb1, level 1% high", "ucb1", nil, "", ucb1Policy(4, 2.02), []float64{.6, .5, .4, .5}, 1000, 4, false},
		{"ucb1, ties", "ucb1", nil, "", ucb1Policy(3, 2), []float64{1, 1, 1}, 9, 2000, true},
	})
}
