package learners_test

import "testing"

// The mean regret of many simulated runs against the exact expectation over all
// paths: |z| > 5 has a chance of 6·10⁻⁷ a case. Each companion, an oracle with
// one constant a little off, must be rejected by the same bound.
func TestMeanRegretIsTheExactExpectation(t *testing.T) {
	const runs, bound = 20_000 * effort, 5
	near, far, apart, low := []float64{.7, .3}, []float64{.9, .6}, []float64{.8, .2}, []float64{.6, .1}
	cases := []struct {
		name, learner string
		oracle        policy
		means         []float64
		rounds        int
		accept, heavy bool
	}{
		{"ucb1", "ucb1", ucb1Policy(2, 2), near, 12, true, false},
		{"ucb1, both good", "ucb1", ucb1Policy(2, 2), far, 12, true, false},
		{"ucb1, level 5% high", "ucb1", ucb1Policy(2, 2.1), near, 10, false, false},
		{"kl-ucb", "kl-ucb", klUCBPolicy(2, 1, 0), low, 10, true, false},
		{"kl-ucb, both good", "kl-ucb", klUCBPolicy(2, 1, 0), far, 10, true, true},
		{"kl-ucb, level 5% high", "kl-ucb", klUCBPolicy(2, 1.05, 0), low, 10, false, false},
		{"kl-ucb c=3", "kl-ucb,c=3", klUCBPolicy(2, 1, 3), near, 10, true, false},
		{"kl-ucb c=3, c one off", "kl-ucb,c=3", klUCBPolicy(2, 1, 2), near, 10, false, false},
		{"thompson", "thompson", thompsonPolicy(countedDuel, 1, 1), near, 8, true, false},
		{"thompson, apart", "thompson", thompsonPolicy(countedDuel, 1, 1), apart, 8, true, false},
		{"thompson, both good", "thompson", thompsonPolicy(countedDuel, 1, 1), far, 8, true, true},
		{"thompson, prior Beta(1.4,1)", "thompson", thompsonPolicy(integratedDuel, 1.4, 1), apart, 8, false, false},
	}
	for _, c := range cases {
		if c.heavy && effort == 1 {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			config := configure(t, bernoulliArms(t, c.means...), c.learner, 1, c.rounds)
			meets(t, config, expectedRegret(c.oracle, c.means, c.rounds), runs, bound, c.accept)
		})
	}
}

// Every play of long runs against the oracle's probabilities at that history.
// A learner without samples may only do what the oracle holds possible; where
// the oracle leaves a choice, |z| > 5.5 has a chance of 4·10⁻⁸ an arm.
func TestEveryPlayFollowsTheOracle(t *testing.T) {
	const bound = 5.5
	cases := []struct {
		name, learner string
		oracle        policy
		means         []float64
		rounds, runs  int
		accept        bool
	}{
		{"ucb1", "ucb1", ucb1Policy(4, 2), []float64{.6, .5, .4, .5}, 1000, 4, true},
		{"ucb1, level 1% high", "ucb1", ucb1Policy(4, 2.02), []float64{.6, .5, .4, .5}, 1000, 4, false},
		{"ucb1, ties", "ucb1", ucb1Policy(3, 2), []float64{1, 1, 1}, 9, 2000, true},
		{"kl-ucb", "kl-ucb", klUCBPolicy(4, 1, 0), []float64{.6, .5, .1, .9}, 600, 4, true},
		{"kl-ucb, level 1% low", "kl-ucb", klUCBPolicy(4, .99, 0), []float64{.6, .5, .1, .9}, 600, 4, false},
		{"kl-ucb, ties", "kl-ucb", klUCBPolicy(3, 1, 0), []float64{1, 1, 1}, 9, 2000, true},
		{"kl-ucb c=3", "kl-ucb,c=3", klUCBPolicy(4, 1, 3), []float64{.6, .5, .1, .9}, 600, 4, true},
		{"kl-ucb c=3, c 5% off", "kl-ucb,c=3", klUCBPolicy(4, 1, 2.85), []float64{.6, .5, .1, .9}, 600, 4, false},
		{"thompson", "thompson", thompsonPolicy(countedDuel, 1, 1), []float64{.6, .4}, 50, 2000, true},
		{"thompson, prior Beta(1.2,1)", "thompson", thompsonPolicy(integratedDuel, 1.2, 1), []float64{.8, .2}, 20, 8000, false},
		{"random", "random", func([]observation) []float64 { return []float64{.25, .25, .25, .25} }, []float64{.6, .5, .4, .5}, 1000, 10, true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			follow(t, configure(t, bernoulliArms(t, c.means...), c.learner, 1, c.rounds), c.oracle, c.runs, bound, c.accept)
		})
	}
}
