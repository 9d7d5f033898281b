package learners_test

import (
	"testing"

	"regretscope/scenarios"
)

// An arm that always gives 1 has the index 1, and one of smaller rewards an index below
// it, however little: it is not played again, whether numbers have room for that or not.
func TestIndicesThatRoundToOneAreNoTies(t *testing.T) {
	for _, c := range []struct {
		learner, arms string
		epsilon       float64
		rounds        int
	}{
		{"kl-ucb", "constant(1) constant(.9)", 1, 1000},
		{"kl-ucb,c=3", "constant(1) constant(.9)", 1, 1000},
		{"dp-klucb", "constant(1) constant(.9)", 200, 1000}, // both are 1 only if ln t > 200 (1 − .9 − noise/200)
		{"dp-klucb,epsilon=inf", "constant(1) constant(.9)", 1, 1000},
		{"adap-klucb,epsilon=inf", "constant(1) constant(.9)", 1, 1000},
		{"adap-klucb", "1 0 .5", 30, 501},
	} {
		t.Run(c.learner, func(t *testing.T) {
			_, pulls := simulate(configure(t, arms(c.arms, scenarios.Bandit), c.learner, c.epsilon, c.rounds), 100)
			for run, n := range pulls[1] {
				if n != 1 {
					t.Errorf("seed %d: arm 2 has %v pulls, want the first alone", run+1, n)
				}
			}
		})
	}
}
