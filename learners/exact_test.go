package learners_test

import (
	"testing"

	"regretscope/model"
)

// private configures one learner behind the given channel of every arm.
func private(t testing.TB, means []float64, matrices []matrix, learner string, epsilon float64, rounds int) *model.Config {
	t.Helper()
	s := bernoulliArms(t, means...)
	for _, m := range matrices {
		s.Channels = append(s.Channels, m.String())
	}
	return configure(t, s, learner, epsilon, rounds)
}

// optimal are the ε-locally optimal channels of k arms.
func optimal(epsilon float64, k int) []matrix { return repeated(optimalMatrix(epsilon), k) }

var (
	twoMixed  = []matrix{{.9, .85}, {.1, .25}} // the second arm's ones mean failure
	fourMixed = []matrix{{.9, .85}, {.2, .25}, {.6, .7}, {.05, .4}}
	fourMeans = []float64{.6, .5, .1, .9}
)

// A regretCase is a learner of two arms, and the policy that it is held to.
type regretCase struct {
	name, learner string
	channels      []matrix // of both arms; nil without local privacy
	epsilon       float64
	oracle        policy
	means         []float64
	rounds        int
	accept        bool
}

// exactRegrets holds the mean regret of many simulated runs to the exact expectation over
// all paths of picks and rewards: |z| > 5 has a chance of 6·10⁻⁷ a case. Each companion, an
// oracle with one constant a little off, must be rejected by the same bound.
func exactRegrets(t *testing.T, cases []regretCase) {
	t.Helper()
	for _, c := range cases {
		t.Run("regret/"+c.name, func(t *testing.T) {
			t.Parallel()
			seen, runs := c.means, 20_000*effort
			if c.channels != nil {
				seen, runs = []float64{c.channels[0].g(c.means[0]), c.channels[1].g(c.means[1])}, 10_000*effort
			}
			want := expectedRegretSeen(c.oracle, c.means, seen, c.rounds)
			meets(t, private(t, c.means, c.channels, c.learner, c.epsilon, c.rounds), want, runs, 5, c.accept)
		})
	}
}

// A playCase is a learner and the policy that each of its plays is held to.
type playCase struct {
	name, learner string
	channels      []matrix // of the arms
	channel       string   // of all arms, instead
	oracle        policy
	means         []float64
	rounds, runs  int
	accept        bool
}

// everyPlay holds every play of long runs to the oracle's probabilities at that history.
// A learner without samples may only do what the oracle holds possible; where the oracle
// leaves a choice, |z| > 5.5 has a chance of 4·10⁻⁸ an arm.
func everyPlay(t *testing.T, cases []playCase) {
	t.Helper()
	for _, c := range cases {
		t.Run("plays/"+c.name, func(t *testing.T) {
			t.Parallel()
			config := private(t, c.means, c.channels, c.learner, 1, c.rounds)
			config.Channel = c.channel
			follow(t, config, c.oracle, c.runs, 5.5, c.accept)
		})
	}
}
