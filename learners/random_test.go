package learners_test

import (
	"slices"
	"testing"

	"regretscope/noise"
	"regretscope/scenarios/matroid"
)

func init() {
	roundLines["random"] = []string{"1"}
}

// On a matroid, a play is the greedy basis of weights drawn uniformly, one for each arm.
func TestRandomPlaysTheBasisOfARandomOrder(t *testing.T) {
	for kind, m := range everyKind() {
		stream, weights := noise.NewStream(noise.Key(6, noise.Learning)), make([]float64, m.Size())
		for l, round := startOn(m, "random", 1, 6), 1; round <= 200; round++ {
			for e := range weights {
				weights[e] = stream.Float64()
			}
			if got, want := l.Choose(round), matroid.Optimal(m, weights); !slices.Equal(got, want) {
				t.Fatalf("%s: round %d: plays %v, want %v", kind, round, got, want)
			}
		}
	}
}

// All arms are equally likely, regardless of rewards. An arm 20% more likely is noticed.
func TestRandomIsExact(t *testing.T) {
	even := func(weights ...float64) policy { return func([]observation) []float64 { return normalized(weights) } }
	everyPlay(t, []policyCase{
		{learner: "random", oracle: even(1), means: []float64{.6}, rounds: 20, runs: 1},
		{learner: "random", oracle: even(1, 1), means: []float64{.6, .1}, rounds: 1000, runs: 10},
		{learner: "random", oracle: even(1, 1, 1, 1), means: []float64{.6, .5, .4, .5}, rounds: 1000, runs: 10},
		{
			learner: "random", oracle: even(1, 1, 1, 1, 1, 1, 1), means: []float64{1, 0, 0, 0, 0, 0, 0}, rounds: 1000,
			runs: 20, wrong: policies{"seven arms, one oftener": even(1.2, 1, 1, 1, 1, 1, 1)},
		},
	})
}
