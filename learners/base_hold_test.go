package learners_test

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"regretscope/learners"
	"regretscope/noise"
)

// adversaries choose the reward of arm j in round t; those of 0 and 1 sum up
// without rounding, in whatever order.
var adversaries = map[string]func(j, t int, rng *rand.Rand) float64{
	"nothing":     func(int, int, *rand.Rand) float64 { return 0 },
	"everything":  func(int, int, *rand.Rand) float64 { return 1 },
	"coins":       func(_, _ int, rng *rand.Rand) float64 { return float64(rng.IntN(2)) },
	"alternating": func(j, t int, _ *rand.Rand) float64 { return float64((t + j) % 2) },
	"one arm":     func(j, _ int, _ *rand.Rand) float64 { return oneIf(j == 1) },
	"turning":     func(j, t int, _ *rand.Rand) float64 { return oneIf(j == bits.Len(uint(t))%3) },
}

func oneIf(condition bool) float64 {
	if condition {
		return 1
	}
	return 0
}

// Whatever is observed during Hold, single rounds keep the play, draw nothing
// but the release's noise at the end, and leave the learner as Absorb does: the
// same releases and estimates, bit for bit, and the same future.
func TestAbsorbStandsForTheRoundsItLeapsOver(t *testing.T) {
	t.Parallel()
	const horizon = 6000
	for _, d := range learners.All() {
		if d.Feedback != learners.BanditFeedback || d.Privacy == learners.Local {
			continue
		}
		setting := learners.Setting{Arms: 5, Horizon: horizon, Epsilon: 1, Phases: 1}
		if _, holds := d.New(setting, choose(t, d.ID).Values(setting)).(learners.Holder); !holds {
			continue
		}
		for name, reward := range adversaries {
			for _, epsilon := range []float64{.01, .5, 4, math.Inf(1)} {
				for _, arms := range []int{1, 2, 5} {
					t.Run(fmt.Sprintf("%s/%s/%v/%d", d.ID, name, epsilon, arms), func(t *testing.T) {
						setting.Arms, setting.Epsilon = arms, epsilon
						setting.Stream = noise.NewStream(noise.Key(3, noise.Learning, uint64(arms)))
						leaping := choose(t, d.ID).Start(setting)
						rng := rand.New(rand.NewPCG(1, uint64(arms)))
						for round := 1; round <= horizon; {
							round += leap(t, leaping, arms, round, func(j, t int) float64 { return reward(j, t, rng) })
						}
					})
				}
			}
		}
	}
}

// The same for bases: of matroids of all kinds, and of noise that is small, so that
// bases are played for long.
func TestAbsorbStandsForTheRoundsOfBases(t *testing.T) {
	t.Parallel()
	const horizon = 2000
	longest := 0
	for name, m := range randomMatroids(2) {
		for pays, reward := range adversaries {
			for _, epsilon := range []float64{.5, 100, math.Inf(1)} {
				t.Run(fmt.Sprintf("%s/%s/%v", name, pays, epsilon), func(t *testing.T) {
					leaping := choose(t, "dpucb-mat").Start(learners.Setting{
						Arms: m.Size(), Matroid: m, Horizon: horizon, Epsilon: epsilon, Phases: 1,
						Stream: noise.NewStream(noise.Key(4, noise.Learning)),
					})
					rng := rand.New(rand.NewPCG(2, 2))
					for round := 1; round <= horizon; {
						n := leap(t, leaping, m.Size(), round, func(j, t int) float64 { return reward(j, t, rng) })
						longest = max(longest, n)
						round += n
					}
				})
			}
		}
	}
	if longest < 200 {
		t.Errorf("no leap over more than %d of %d rounds", longest, horizon)
	}
}

// leap takes one leap of the learner, holds it to a clone that goes step by
// step, and returns its length.
func leap(t *testing.T, leaping learners.Learner, arms, round int, reward func(j, t int) float64) int {
	t.Helper()
	play := slices.Clone(leaping.Choose(round))
	walking := leaping.Clone()
	holder := leaping.(learners.Holder)
	n, totals := holder.Hold(round), make([]float64, len(play))
	if n < 1 {
		t.Fatalf("round %d: holds for %d rounds", round, n)
	}
	for s := round; s < round+n; s++ {
		if s > round {
			if j := walking.Choose(s); !slices.Equal(j, play) {
				t.Fatalf("holds %v for %d rounds from round %d, but %v is played in round %d", play, n, round, j, s)
			}
		}
		feedback := make([]float64, len(play))
		for i, j := range play {
			feedback[i] = reward(j, s)
			totals[i] += feedback[i]
		}
		walking.Observe(s, feedback)
		if released := walking.(learners.Releaser).Releases(); len(released) > 0 && s < round+n-1 {
			t.Fatalf("holds %v for %d rounds from round %d, but there is a release in round %d", play, n, round, s)
		}
	}
	holder.Absorb(round, n, totals)
	if got, want := stateOf(leaping, arms), stateOf(walking, arms); got != want {
		t.Fatalf("rounds %d to %d at once leave\n%s, one by one\n%s", round, round+n-1, got, want)
	}
	next, other := leaping.Clone(), walking.Clone()
	if a, b := next.Choose(round+n), other.Choose(round+n); !reflect.DeepEqual(a, b) {
		t.Fatalf("after rounds %d to %d: %v is next, one by one %v", round, round+n-1, a, b)
	}
	return n
}

// stateOf is what can be seen of a learner; %v writes floats so that different
// ones differ.
func stateOf(l learners.Learner, arms int) string {
	r := l.(learners.Releaser)
	state := fmt.Sprintf("pending %d, releases %+v, ", r.Pending(), r.Releases())
	if epochal, ok := l.(learners.Epochal); ok {
		done, length := epochal.Epoch()
		state += fmt.Sprintf("epoch %d/%d, ", done, length)
	}
	for j := range arms {
		state += fmt.Sprintf("%v ", l.(learners.Estimator).Estimate(j))
	}
	return state
}

// A leap must be worth its name: Anytime-Lazy-UCB needs few for 10⁶ rounds.
func TestLeapsAreLong(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	l := choose(t, "anytime-lazy-ucb").Start(learners.Setting{
		Arms: 5, Epsilon: .5, Phases: 1, Stream: noise.NewStream(noise.Key(1, noise.Learning)),
	})
	means := []float64{.75, .625, .5, .375, .25}
	leaps := 0
	for round := 1; round <= 1_000_000; leaps++ {
		j := l.Choose(round)[0]
		n := min(l.(learners.Holder).Hold(round), 1_000_001-round)
		ones := 0.0
		for range n {
			if rng.Float64() < means[j] {
				ones++
			}
		}
		l.(learners.Holder).Absorb(round, n, []float64{ones})
		round += n
	}
	if leaps > 200 {
		t.Errorf("%d leaps for 10⁶ rounds", leaps)
	}
}

// choose is ParseChoice for texts that are known to be right.
func choose(t testing.TB, text string) learners.Choice {
	t.Helper()
	c, err := learners.ParseChoice(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
