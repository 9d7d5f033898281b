package learners_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
	"regretscope/scenarios/matroid"
)

// These tests recompute the indices of a learner from its releases or observations, by the paper's formula, and check
// that it plays the largest. cover_test.go and basis_test.go check the releases.

// slips multiplies the constants of an index and shifts its t.
type slips struct{ width, bias, ranks, late float64 }

var noSlips = slips{width: 1, bias: 1, ranks: 1, late: 0}

// known holds the quantities in one arm's index.
type known struct {
	slips
	t, mean, n    float64 // the round, the arm's estimate, and its number of rewards
	arms, horizon float64
	rank          float64 // K of CHH, 1 for single arms
	epsilon       float64
	top           float64 // the largest estimate of all arms, at least 0
}

// An indexRule is an index and the data of its estimates.
type indexRule struct {
	index   func(x known) float64
	keep    func(sums []noisySum, newest noisySum) []noisySum
	commits bool     // plays change only after a release
	wrong   []string // the constants for which a 5% error must be noticed
}

// A noisySum is a released sum of rewards with its noise.
type noisySum struct{ value, size float64 }

// newestBatch keeps only the latest sum, everyBatch all sums, and binaryTree the largest complete nodes.
func newestBatch(_ []noisySum, newest noisySum) []noisySum { return []noisySum{newest} }

func everyBatch(sums []noisySum, newest noisySum) []noisySum { return append(sums, newest) }

func binaryTree(sums []noisySum, newest noisySum) []noisySum {
	for len(sums) > 0 && sums[len(sums)-1].size < newest.size {
		sums = sums[:len(sums)-1]
	}
	return append(sums, newest)
}

func mean(sums []noisySum) (estimate, n float64) {
	total := 0.0
	for _, s := range sums {
		total, n = total+s.value, n+s.size
	}
	return total / n, n
}

// banditSetting is a setting for learners of one arm a round.
type banditSetting struct {
	arms, horizon int
	epsilon       float64
	seed          uint64
}

func (s banditSetting) start(learner string) learners.Learner { return s.of(choose(learner)) }

// of starts a parsed learner.
func (s banditSetting) of(learner learners.Spec) learners.Learner {
	return learner.Start(learners.Setting{
		Arms: s.arms, Horizon: s.horizon, Epsilon: s.epsilon, Phases: 1,
		Stream: noise.NewStream(noise.Key(s.seed, noise.Learning)),
	})
}

// A world is a started learner and its environment.
type world struct {
	learner learners.Learner
	known   // constant quantities
	rounds  int
	m       matroid.Matroid // of rank 1 for single arms
	pay     func(e, t int) float64
}

// worlds returns environments for a learner of indices, by name: distant and close means,
// fractions, ties, every kind of matroid.
func worlds(learner string, seed uint64) map[string]func() world {
	all := map[string]func() world{}
	bases := choose(learner).Feedback == learners.SemiBanditFeedback
	for _, epsilon := range []float64{.25, 2, 30, math.Inf(1)} {
		if bases {
			for kind, m := range everyKind() {
				for _, binary := range []bool{false, true} {
					all[fmt.Sprintf("%s, ε = %v, bits %v", kind, epsilon, binary)] = func() world {
						l := startOn(m, learner, epsilon, seed)
						initialize(l, m.Size(), binary)
						return world{
							l,
							known{arms: float64(m.Size()), horizon: basisHorizon, rank: float64(m.Rank()), epsilon: epsilon},
							600, m,
							func(e, t int) float64 { return weight(e, t, binary) },
						}
					}
				}
			}
			continue
		}
		for _, text := range []string{
			".9 .2", "beta(4,1) uniform(.1,.9) discrete(0:.5,.5:.25,1:.25) constant(.3) .5", "1 1 1",
			".9 .8 .8 .7 .6 .6 .5 .5 .1 0", "uniform(0,1)",
		} {
			laws := param.Must(arm.ParseList(text))
			all[fmt.Sprintf("%s, ε = %v", text, epsilon)] = func() world {
				k := len(laws)
				return world{
					banditSetting{arms: k, horizon: 2000, epsilon: epsilon, seed: seed}.start(learner),
					known{arms: float64(k), horizon: 2000, rank: 1, epsilon: epsilon},
					2000, param.Must(matroid.NewUniform(k, 1)),
					func(e, t int) float64 {
						cell := noise.At(noise.Key(seed, noise.Rewards, uint64(e)), t)
						return laws[e].Sample(&cell)
					},
				}
			}
		}
	}
	return all
}

// smallerIndex describes the first play of an arm that could be exchanged for one with a larger
// index; empty if there is none.
func (r indexRule) smallerIndex(w world, wrong slips) string {
	sums := make([][]noisySum, w.m.Size())
	released := 0
	enter := func() {
		publisher, publishes := w.learner.(learners.Releaser)
		if !publishes {
			return
		}
		for _, release := range publisher.Releases() {
			e, term := release.Arms[0], release.Terms[0]
			sums[e] = r.keep(sums[e], noisySum{term.Sum + term.Noise, float64(release.Observations)})
			released++
		}
	}
	_, publishes := w.learner.(learners.Releaser)
	observe := func(e int, x float64) {
		if !publishes {
			sums[e] = append(sums[e], noisySum{x, 1})
		}
	}
	if i, ok := w.learner.(learners.Initializer); ok && i.Initializes() {
		for e := range sums {
			observe(e, w.pay(e, 0))
		}
		enter()
	}
	var before []int
	for round := 1; round <= w.rounds; round++ {
		play := slices.Clone(w.learner.Choose(round))
		observed := true
		for e := range sums {
			observed = observed && (len(sums[e]) > 0 || w.m.Loop(e))
		}
		switch {
		case observed && r.commits && released == 0:
			if !slices.Equal(play, before) {
				return fmt.Sprintf("round %d: %v within a batch of %v", round, play, before)
			}
		case observed:
			if found := r.exchange(w, wrong, round, sums, play); found != "" {
				return found
			}
		}
		before, released = play, 0
		feedback := make([]float64, len(play))
		for i, e := range play {
			feedback[i] = w.pay(e, round)
			observe(e, feedback[i])
		}
		w.learner.Observe(round, feedback)
		enter()
	}
	return ""
}

// exchange describes an arm of the play that could be exchanged for one with a larger index.
// Differences within rounding are ties.
func (r indexRule) exchange(w world, wrong slips, round int, sums [][]noisySum, play []int) string {
	x := w.known
	x.slips, x.t = wrong, float64(round)+wrong.late
	for e := range sums {
		if m, _ := mean(sums[e]); m > x.top {
			x.top = m
		}
	}
	scores := make([]float64, len(sums))
	for e := range sums {
		x.mean, x.n = mean(sums[e])
		scores[e] = r.index(x)
	}
	for e, score := range scores {
		if w.m.Loop(e) || slices.Contains(play, e) {
			continue
		}
		for i, f := range play {
			if !(score > scores[f]+1e-9*max(1, math.Abs(score))) {
				continue
			}
			exchanged := slices.Clone(play)
			exchanged[i] = e
			if matroid.Independent(w.m, exchanged) {
				return fmt.Sprintf("round %d: %v is played, where arm %d has %v and arm %d has %v", round, play, f, scores[f], e, score)
			}
		}
	}
	return ""
}

// playsLargest checks every play of learners of indices. An error of 5% in a constant, and the
// level of the next round, must be noticed.
func playsLargest(t *testing.T, r indexRule, learners ...string) {
	t.Helper()
	for _, learner := range learners {
		t.Run(learner, func(t *testing.T) {
			t.Parallel()
			for name, start := range worlds(learner, 1) {
				if found := r.smallerIndex(start(), noSlips); found != "" {
					t.Errorf("%s: %s", name, found)
				}
			}
		})
		for _, name := range r.wrong {
			t.Run(learner+", wrong "+name, func(t *testing.T) {
				t.Parallel()
				wrong := map[string]slips{
					"width": {1.05, 1, 1, 0}, "bias": {1, .95, 1, 0}, "rank": {1, 1, 1. / 3, 0}, "late": {1, 1, 1, 1},
				}[name]
				for seed := range uint64(100) {
					for _, start := range worlds(learner, seed) {
						if r.smallerIndex(start(), wrong) != "" {
							return
						}
					}
				}
				t.Error("the wrong index was not noticed")
			})
		}
	}
}

// An arm that always gives 1 has index 1, and an arm with smaller rewards has a smaller index,
// even if both round to 1: it is not played again.
func TestIndicesThatRoundToOneAreNoTies(t *testing.T) {
	for _, c := range []struct {
		learner, arms string
		epsilon       float64
		rounds        int
	}{
		{learner: "kl-ucb", arms: "constant(1) constant(.9)", epsilon: 1, rounds: 1000},
		{learner: "kl-ucb,c=3", arms: "constant(1) constant(.9)", epsilon: 1, rounds: 1000},
		{learner: "dp-klucb", arms: "constant(1) constant(.9)", epsilon: 200, rounds: 1000}, // both are 1 only if ln t > 200 (1 − .9 − noise/200)
		{learner: "dp-klucb,epsilon=inf", arms: "constant(1) constant(.9)", epsilon: 1, rounds: 1000},
		{learner: "adap-klucb,epsilon=inf", arms: "constant(1) constant(.9)", epsilon: 1, rounds: 1000},
		{learner: "adap-klucb", arms: "1 0 .5", epsilon: 30, rounds: 501},
	} {
		_, pulls := simulate(configure(t, arms(c.arms, scenarios.Bandit), c.learner, c.epsilon, c.rounds), 20)
		for run, n := range pulls[1] {
			if n != 1 {
				t.Errorf("%s: seed %d: arm 2 has %v pulls, want the first alone", c.learner, run+1, n)
			}
		}
	}
}
