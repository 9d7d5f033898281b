package learners_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
)

// An oracle is an independent, slow implementation of a paper's algorithm: a policy maps the
// history to the probabilities of the next pick. It gives exact expectations over short
// horizons (expectedRegret) and the probability of every play of a real run (follow).

// observation is what the learner observes in one round.
type observation struct {
	arm    int
	reward float64 // as the learner sees it: behind a channel, the report
}

// policy returns the probability of each arm in the round after history.
type policy func(history []observation) []float64

type moments struct{ mean, variance float64 }

// expectedRegret enumerates every path of picks and rewards of Bernoulli arms.
func expectedRegret(p policy, means []float64, rounds int) moments {
	return expectedRegretSeen(p, means, means, rounds)
}

// expectedRegretSeen is expectedRegret if the learner sees a 1 with probability seen[j] instead
// of means[j], as behind a local channel.
func expectedRegretSeen(p policy, means, seen []float64, rounds int) moments {
	best := slices.Max(means)
	first, second := 0.0, 0.0
	var walk func(history []observation, chance, regret float64)
	walk = func(history []observation, chance, regret float64) {
		if len(history) == rounds {
			first += chance * regret
			second += chance * regret * regret
			return
		}
		for j, pick := range p(history) {
			for reward, share := range []float64{1 - seen[j], seen[j]} {
				if next := chance * pick * share; next > 0 {
					walk(append(history, observation{j, float64(reward)}), next, regret+best-means[j])
				}
			}
		}
	}
	walk(make([]observation, 0, rounds), 1, 0)
	return moments{first, second - first*first}
}

func tallies(history []observation, k int) (counts, sums []float64) {
	counts, sums = make([]float64, k), make([]float64, k)
	for _, o := range history {
		counts[o.arm]++
		sums[o.arm] += o.reward
	}
	return counts, sums
}

// indexPolicy pulls each of k arms once, then one with the largest index of round t and the
// arm's n rewards among the latest w. Arms without a reward there come first.
func indexPolicy(k, w int, index func(j int, t, n, mean float64) float64) policy {
	return func(history []observation) []float64 {
		if len(history) < k {
			return certain(len(history), k)
		}
		counts, sums := tallies(newest(history, w), k)
		scores := make([]float64, k)
		for j, n := range counts {
			scores[j] = math.Inf(1)
			if n > 0 {
				scores[j] = index(j, float64(len(history)+1), n, sums[j]/n)
			}
		}
		return forgottenFirst(scores)
	}
}

// certain returns the distribution that picks one arm of k.
func certain(arm, k int) []float64 {
	p := make([]float64, k)
	p[arm] = 1
	return p
}

// largest returns the uniform distribution over the largest scores, up to rounding.
func largest(scores []float64) []float64 {
	best := slices.Max(scores)
	return normalized(param.Map(scores, func(s float64) float64 { return oneIf(s == best || best-s < 1e-10) }))
}

// normalized divides weights by their sum, in place.
func normalized(weights []float64) []float64 {
	floats.Scale(1/floats.Sum(weights), weights)
	return weights
}

// arms returns a scenario with arms given as in a flag.
func arms(text string, feedback scenarios.Feedback) *scenarios.Scenario {
	return param.Must(scenarios.FromArms("test", param.Must(arm.ParseList(text)), feedback))
}

// bernoulliArms returns a stochastic bandit with Bernoulli arms.
func bernoulliArms(means ...float64) *scenarios.Scenario {
	return arms(strings.Trim(fmt.Sprint(means), "[]"), scenarios.Bandit)
}

func configure(t testing.TB, s *scenarios.Scenario, learner string, epsilon float64, rounds int) *model.Config {
	t.Helper()
	c := &model.Config{Scenario: s, Learners: []learners.Spec{choose(learner)}, Horizon: rounds, Epsilon: epsilon}
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	return c
}

// simulate runs a configuration at seeds 1 to runs and returns the regret of every run, and the pulls of every arm.
func simulate(c *model.Config, runs int) (regrets []float64, pulls [][]float64) {
	pulls = make([][]float64, c.Scenario.Arms())
	starter := c.Starter(0)
	for i := range runs {
		run := starter.Run(uint64(i) + 1)
		run.Advance(c.Horizon)
		regrets = append(regrets, run.Regret())
		for j, n := range run.Pulls() {
			pulls[j] = append(pulls[j], float64(n))
		}
	}
	return regrets, pulls
}

// follow checks every play of several runs against the policy's probabilities, which must
// accept or reject them. Given the history, plays minus probabilities are martingale
// differences, so each arm's z is approximately standard normal.
func follow(t *testing.T, c *model.Config, p policy, runs int, bound float64, accept bool) {
	t.Helper()
	arms := c.Scenario.Arms()
	excess, variance := make([]float64, arms), make([]float64, arms)
	impossible := "" // the first play with probability 0
	starter := c.Starter(0)
	for i := range runs {
		run := starter.Run(uint64(i) + 1)
		var history []observation
		for t := 1; t <= c.Horizon && impossible == ""; t++ {
			probabilities := p(history)
			run.Advance(1)
			play := run.Play()[0]
			if probabilities[play] == 0 {
				impossible = fmt.Sprintf("seed %d, round %d: arm %d, where the oracle has %v", i+1, t, play, probabilities)
			}
			for j, chance := range probabilities {
				excess[j] -= chance
				variance[j] += chance * (1 - chance)
			}
			excess[play]++
			history = append(history, observation{play, run.Report(0)})
		}
	}
	accepted, z := impossible == "", make([]float64, arms)
	for j := range z {
		if variance[j] > 0 {
			z[j] = excess[j] / math.Sqrt(variance[j])
		}
		accepted = accepted && math.Abs(z[j]) < bound
	}
	if accepted != accept {
		t.Errorf("accepted %v, should be %v: z %.1f; %s", accepted, accept, z, impossible)
	}
}

// Enumeration against results by hand: a fair coin, tossed twice.
func TestEnumerationAgainstHandCalculation(t *testing.T) {
	coin := func([]observation) []float64 { return []float64{.5, .5} }
	// Each round costs .4 with probability ½: mean .2, variance .04 a round.
	got := expectedRegret(coin, []float64{.7, .3}, 2)
	if math.Abs(got.mean-.4) > 1e-15 || math.Abs(got.variance-.08) > 1e-15 {
		t.Errorf("coin: %+v, want mean .4 and variance .08", got)
	}
	// Stay after a 1, change after a 0, start with arm 0: round 2 costs .4 with probability .3;
	// behind a channel, with probability .4.
	stay := func(history []observation) []float64 {
		if len(history) == 0 {
			return certain(0, 2)
		}
		last := history[len(history)-1]
		return certain((last.arm+1-int(last.reward))%2, 2)
	}
	if got := expectedRegret(stay, []float64{.7, .3}, 2); math.Abs(got.mean-.12) > 1e-15 {
		t.Errorf("stay: %+v, want .12", got)
	}
	if got := expectedRegretSeen(stay, []float64{.7, .3}, []float64{.6, .4}, 2); math.Abs(got.mean-.16) > 1e-15 {
		t.Errorf("stay behind a channel: %+v, want .16", got)
	}
}

// choose parses a learner as in a flag.
func choose(text string) learners.Spec { return param.Must(learners.ParseSpec(text)) }

func preset(reference string) *scenarios.Scenario { return param.Must(scenarios.Open(reference, "")) }

func oneIf(condition bool) float64 {
	if condition {
		return 1
	}
	return 0
}

// effort multiplies the number of runs of statistical tests.
const effort = learners.Effort

// optimal returns the ε-locally optimal channels of k arms.
func optimal(epsilon float64, k int) []matrix {
	return slices.Repeat([]matrix{optimalMatrix(epsilon)}, k)
}

var (
	twoMixed  = []matrix{{.9, .85}, {.1, .25}} // ones of the second arm mean failure
	fourMixed = []matrix{{.9, .85}, {.2, .25}, {.6, .7}, {.05, .4}}
	fourMeans = []float64{.6, .5, .1, .9}
)

// policies are wrong oracles, by what is wrong with them. Each must be rejected.
type policies map[string]policy

type policyCase struct {
	learner  string
	channels []matrix // by arm; nil without local privacy
	channel  string   // of all arms, instead of channels
	epsilon  float64  // 1 if 0
	oracle   policy   // nil if only wrong ones are tested
	wrong    policies
	means    []float64
	rounds   int
	runs     int // of everyPlay
}

func (c *policyCase) config(t *testing.T) *model.Config {
	t.Helper()
	s := bernoulliArms(c.means...)
	for _, m := range c.channels {
		s.Channels = append(s.Channels, m.String())
	}
	config := configure(t, s, c.learner, cmp.Or(c.epsilon, 1), c.rounds)
	config.Channel = c.channel
	return config
}

// each calls check in parallel subtests with the case's oracle and with the wrong ones.
func (c *policyCase) each(t *testing.T, check func(t *testing.T, p policy, accept bool)) {
	if c.oracle != nil {
		t.Run(c.learner, func(t *testing.T) {
			t.Parallel()
			check(t, c.oracle, true)
		})
	}
	for name, p := range c.wrong {
		t.Run(c.learner+", "+name, func(t *testing.T) {
			t.Parallel()
			check(t, p, false)
		})
	}
}

// exactRegrets compares the mean regret of many runs on two arms with its exact expectation:
// |z| > 5 has probability 6·10⁻⁷ for each case.
func exactRegrets(t *testing.T, cases []policyCase) {
	t.Helper()
	for _, c := range cases {
		seen, runs := c.means, 13_000*effort
		if c.channels != nil {
			seen, runs = []float64{c.channels[0].g(c.means[0]), c.channels[1].g(c.means[1])}, 8000*effort
		}
		config := c.config(t)
		mean := sync.OnceValue(func() float64 {
			regrets, _ := simulate(config, runs)
			return stat.Mean(regrets, nil)
		})
		c.each(t, func(t *testing.T, p policy, accept bool) {
			want := expectedRegretSeen(p, c.means, seen, c.rounds)
			z := (mean() - want.mean) / math.Sqrt(want.variance/float64(runs))
			if (math.Abs(z) < 5) != accept {
				t.Errorf("regret %.5f, exactly %.5f: z = %.1f, accepted should be %v", mean(), want.mean, z, accept)
			}
		})
	}
}

// everyPlay checks every play of long runs against the oracle's probabilities. If the oracle
// leaves a choice, |z| > 5.5 has probability 4·10⁻⁸ for each arm.
func everyPlay(t *testing.T, cases []policyCase) {
	t.Helper()
	for _, c := range cases {
		c.each(t, func(t *testing.T, p policy, accept bool) { follow(t, c.config(t), p, c.runs, 5.5, accept) })
	}
}
