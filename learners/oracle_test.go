package learners_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
)

// An oracle is an algorithm written down a second time, as slowly and plainly
// as its paper does: a policy maps everything that was observed so far to the
// probabilities of the next pick. From a policy come exact expectations over
// short horizons (expectedRegret) and, along runs of any length, the
// probability with which each play of the real learner should have come
// (follow).

// observation is what one round showed to the learner.
type observation struct {
	arm    int
	reward float64 // as the learner sees it: through a channel, the channel's bit
}

// policy returns the probability of each arm in the round after history.
type policy func(history []observation) []float64

// moments are those of the regret over the paths of a game.
type moments struct{ mean, variance float64 }

// expectedRegret enumerates every path of picks and rewards of Bernoulli arms.
func expectedRegret(p policy, means []float64, rounds int) moments {
	return expectedRegretSeen(p, means, means, rounds)
}

// expectedRegretSeen is expectedRegret where the learner sees a 1 with
// probability seen[j] in place of means[j], as behind a local channel.
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

// tallies sums up a history for k arms.
func tallies(history []observation, k int) (counts, sums []float64) {
	counts, sums = make([]float64, k), make([]float64, k)
	for _, o := range history {
		counts[o.arm]++
		sums[o.arm] += o.reward
	}
	return counts, sums
}

// certain is the distribution that picks one arm of k.
func certain(arm, k int) []float64 {
	p := make([]float64, k)
	p[arm] = 1
	return p
}

// largest is the uniform distribution over the largest of the scores. Scores
// that are equal in exact arithmetic may differ by rounding here.
func largest(scores []float64) []float64 {
	best, ties := slices.Max(scores), 0.0
	p := make([]float64, len(scores))
	for j, s := range scores {
		if s == best || best-s < 1e-10 {
			p[j] = 1
			ties++
		}
	}
	for j := range p {
		p[j] /= ties
	}
	return p
}

// bernoulliArms is a stochastic bandit with Bernoulli arms of the given means.
func bernoulliArms(t testing.TB, means ...float64) *scenarios.Scenario {
	t.Helper()
	laws := make([]arm.Distribution, len(means))
	for j, mean := range means {
		law, err := arm.NewBernoulli(mean)
		if err != nil {
			t.Fatal(err)
		}
		laws[j] = law
	}
	s, err := scenarios.FromArms("test", laws, scenarios.Bandit)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// configure is a checked configuration of one learner.
func configure(t testing.TB, s *scenarios.Scenario, learner string, epsilon float64, rounds int) *model.Config {
	t.Helper()
	choice, err := learners.ParseSpec(learner)
	if err != nil {
		t.Fatal(err)
	}
	c := &model.Config{Scenario: s, Learners: []learners.Spec{choice}, Horizon: rounds, Epsilon: epsilon}
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	return c
}

// sampled are the mean and the standard error of something over runs.
type sampled struct{ mean, se float64 }

func summarise(xs []float64) sampled {
	n, sum, squares := float64(len(xs)), 0.0, 0.0
	for _, x := range xs {
		sum += x
	}
	mean := sum / n
	for _, x := range xs {
		squares += (x - mean) * (x - mean)
	}
	return sampled{mean, math.Sqrt(squares / (n - 1) / n)}
}

// simulate runs a configuration at seeds 1, …, runs and returns the regret of
// every run, and the pulls of every arm.
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

// meets holds the mean regret of many runs to its exact moments: it must be accepted, at
// most bound standard errors away, or not.
func meets(t *testing.T, c *model.Config, want moments, runs int, bound float64, accept bool) {
	t.Helper()
	regrets, _ := simulate(c, runs)
	got := summarise(regrets).mean
	z := (got - want.mean) / math.Sqrt(want.variance/float64(runs))
	if (math.Abs(z) < bound) != accept {
		t.Errorf("regret %.5f, exactly %.5f: z = %.1f, accepted should be %v", got, want.mean, z, accept)
	}
}

// follow runs a configuration at several seeds and holds every single play to
// the policy's probabilities at the history so far: it must be accepted or not. Given the
// history, plays minus probabilities are martingale differences, so each arm's z, picks
// beyond their expectation in standard deviations, is about standard normal.
func follow(t *testing.T, c *model.Config, p policy, runs int, bound float64, accept bool) {
	t.Helper()
	arms := c.Scenario.Arms()
	excess, variance := make([]float64, arms), make([]float64, arms)
	impossible := "" // the first play that the policy would never have made
	starter := c.Starter(0)
	for i := range runs {
		run := starter.Run(uint64(i) + 1)
		var history []observation
		for t := 1; t <= c.Horizon; t++ {
			probabilities := p(history)
			run.Advance(1)
			play := run.Play()[0]
			if probabilities[play] == 0 && impossible == "" {
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

// A fair coin that is tossed twice: what enumeration gives is known by hand.
func TestEnumerationAgainstHandCalculation(t *testing.T) {
	coin := func([]observation) []float64 { return []float64{.5, .5} }
	// Each round costs .4 with probability ½: mean .2, variance .04 a round.
	got := expectedRegret(coin, []float64{.7, .3}, 2)
	if math.Abs(got.mean-.4) > 1e-15 || math.Abs(got.variance-.08) > 1e-15 {
		t.Errorf("coin: %+v, want mean .4 and variance .08", got)
	}
	// Stay after a 1, change after a 0, first arm 0: round 2 costs .4 with
	// probability .3, through a channel that shows 1 with probability .6, .4.
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

// choose is ParseSpec for texts that are known to be right.
func choose(t testing.TB, text string) learners.Spec {
	t.Helper()
	c, err := learners.ParseSpec(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func oneIf(condition bool) float64 {
	if condition {
		return 1
	}
	return 0
}

// preset opens one of the papers' environments.
func preset(t testing.TB, reference string) *scenarios.Scenario {
	t.Helper()
	s, err := scenarios.Open(reference, "")
	if err != nil {
		t.Fatal(err)
	}
	return s
}
