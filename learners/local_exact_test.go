package learners_test

import (
	"math"
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

// The mean regret of many simulated runs against the exact expectation over all
// paths of picks and bits: |z| > 5 has a chance of 6·10⁻⁷ a case. Companions
// with a constant a little off must be rejected by the same bound.
func TestMeanRegretBehindChannelsIsTheExactExpectation(t *testing.T) {
	const runs, bound = 10_000 * effort, 5
	one := repeated(optimalMatrix(1), 2)
	three := repeated(optimalMatrix(3), 2)
	mixed := []matrix{{.9, .85}, {.1, .25}} // the second arm's ones mean failure
	means := []float64{.8, .3}
	counted := tsCFPolicy(math.MaxInt, countedDuel)
	cases := []struct {
		name, learner string
		channels      []matrix
		epsilon       float64
		oracle        policy
		means         []float64
		rounds        int
		accept        bool
	}{
		{"ts-ldp-b", "ts-ldp-b", one, 1, counted, means, 8, true},
		{"ts-ldp-b at 3", "ts-ldp-b", three, 3, counted, []float64{.9, .6}, 8, true},
		{"ts-ldp-b, prior Beta(2,1)", "ts-ldp-b", three, 3, thompsonPolicy(integratedDuel, 2, 1), means, 8, false},
		{"ts-ldp-b without noise is Thompson", "ts-ldp-b", nil, math.Inf(1), counted, means, 8, true},
		{"ts-cf", "ts-cf", one, 1, counted, means, 8, true},
		{"sw-ts-cf", "sw-ts-cf,w=3", three, 3, tsCFPolicy(3, countedDuel), means, 10, true},
		{"sw-ts-cf, w one off", "sw-ts-cf,w=3", three, 3, tsCFPolicy(4, countedDuel), means, 10, false},
		{"sw-klucb-cf", "sw-klucb-cf,w=12", three, 3, swKLUCBPolicy(three, 12, 1), means, 12, true},
		{"sw-klucb-cf at 1", "sw-klucb-cf,w=5", one, 1, swKLUCBPolicy(one, 5, 1), means, 12, true},
		{"sw-klucb-cf, a decreasing channel", "sw-klucb-cf,w=6", mixed, 1, swKLUCBPolicy(mixed, 6, 1), means, 12, true},
		{"sw-klucb-cf, forgotten arms", "sw-klucb-cf,w=2", three, 3, swKLUCBPolicy(three, 2, 1), means, 10, true},
		{"sw-klucb-cf, w one off", "sw-klucb-cf,w=6", mixed, 1, swKLUCBPolicy(mixed, 7, 1), means, 12, false},
		{"sw-klucb-cf, level 10% low", "sw-klucb-cf,w=6", three, 3, swKLUCBPolicy(three, 6, .9), []float64{.6, .1}, 10, false},
		{"kl-ucb-cf", "kl-ucb-cf", mixed, 1, swKLUCBPolicy(mixed, math.MaxInt, 1), means, 12, true},
		{"ucb-ldp-b", "ucb-ldp-b", three, 3, ucb1Policy(2, 2), means, 12, true},
		{"ucb-ldp-b, level 5% high", "ucb-ldp-b", three, 3, ucb1Policy(2, 2.1), []float64{.6, .1}, 10, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			seen := c.means
			if c.channels != nil {
				seen = []float64{c.channels[0].g(c.means[0]), c.channels[1].g(c.means[1])}
			}
			want := expectedRegretSeen(c.oracle, c.means, seen, c.rounds)
			meets(t, private(t, c.means, c.channels, c.learner, c.epsilon, c.rounds), want, runs, bound, c.accept)
		})
	}
}

// Every play of long runs against the slow oracles: what they hold impossible
// must not happen, and their ties are broken evenly (|z| > 5.5 has a chance of
// 4·10⁻⁸ an arm).
func TestEveryPlayBehindChannelsFollowsTheOracle(t *testing.T) {
	const bound = 5.5
	means := []float64{.6, .5, .1, .9}
	mixed := []matrix{{.9, .85}, {.2, .25}, {.6, .7}, {.05, .4}}
	one := repeated(optimalMatrix(1), 4)
	laplace := "laplace(2)"
	cases := []struct {
		name, learner string
		channels      []matrix
		channel       string // for all arms, instead
		oracle        policy
		rounds, runs  int
		accept        bool
	}{
		{"sw-klucb-cf", "sw-klucb-cf,w=90", mixed, "", swKLUCBPolicy(mixed, 90, 1), 500, 3, true},
		{"sw-klucb-cf, short", "sw-klucb-cf,w=9", mixed, "", swKLUCBPolicy(mixed, 9, 1), 500, 3, true},
		{"sw-klucb-cf, shorter than K", "sw-klucb-cf,w=3", one, "", swKLUCBPolicy(one, 3, 1), 300, 9, true},
		{"sw-klucb-cf, one round", "sw-klucb-cf,w=1", one, "", swKLUCBPolicy(one, 1, 1), 300, 9, true},
		{"sw-klucb-cf, w one off", "sw-klucb-cf,w=90", mixed, "", swKLUCBPolicy(mixed, 91, 1), 500, 3, false},
		{"sw-klucb-cf, level 1% high", "sw-klucb-cf,w=90", mixed, "", swKLUCBPolicy(mixed, 90, 1.01), 500, 3, false},
		{"kl-ucb-cf", "kl-ucb-cf", mixed, "", swKLUCBPolicy(mixed, math.MaxInt, 1), 500, 3, true},
		{"kl-ucb-cf, level 1% low", "kl-ucb-cf", mixed, "", swKLUCBPolicy(mixed, math.MaxInt, .99), 500, 3, false},
		{"sw-ucb", "sw-ucb,w=70", mixed, "", swUCBPolicy(mixed, 70, 1.2), 500, 3, true},
		{"sw-ucb, forgotten arms", "sw-ucb,w=5,alpha=0.1", mixed, "", swUCBPolicy(mixed, 5, .1), 500, 3, true},
		{"sw-ucb, alpha 5% high", "sw-ucb,w=70", mixed, "", swUCBPolicy(mixed, 70, 1.26), 500, 3, false},
		{"d-ucb", "d-ucb,gamma=0.95", mixed, "", dUCBPolicy(mixed, .95, 1.2), 500, 3, true},
		{"d-ucb, nothing discounted", "d-ucb,gamma=1,alpha=2", mixed, "", dUCBPolicy(mixed, 1, 2), 500, 3, true},
		{"d-ucb, gamma off", "d-ucb,gamma=0.95", mixed, "", dUCBPolicy(mixed, .955, 1.2), 500, 3, false},
		{"ucb-ldp-b", "ucb-ldp-b", one, "", ucb1Policy(4, 2), 500, 3, true},
		{"ucb-ldp-l", "ucb-ldp-l", nil, laplace, ucbLDPLPolicy(4, 2, 32), 500, 3, true},
		{"ucb-ldp-l, width 5% high", "ucb-ldp-l", nil, laplace, ucbLDPLPolicy(4, 2, 33.6), 500, 3, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			config := private(t, means, c.channels, c.learner, 1, c.rounds)
			config.Channel = c.channel
			follow(t, config, c.oracle, c.runs, bound, c.accept)
		})
	}
}
