package learners

import (
	"slices"
	"testing"

	"regretscope/noise"
	"regretscope/scenarios/matroid"
)

// Anytime-Lazy-UCB with all noise 0 and rewards equal to their means .9, .6, .3, while the
// index keeps the term of ε = 1: computed independently. On the uniform matroid of rank 1 a
// basis is one arm, ε/K is ε and ln(Kt) is ln t: DPUCB-MAT plays the same.
func TestLazyUCBWithoutNoiseIsDeterministic(t *testing.T) {
	s := Setting{Arms: 3, Horizon: 10_000, Epsilon: 1, Matroid: must(matroid.NewUniform(3, 1)), Stream: noise.NewStream(1)}
	spec := must(ParseSpec("dpucb-mat"))
	arms, bases := &anytimeLazyUCB{newLazyBandit(s)}, spec.New(s, spec.Values(s)).(*dpUCBMat)
	arms.scale, bases.scale = 0, 0
	const plays = "1231122331111222233331111111122222222333"
	means, counts := []float64{.9, .6, .3}, map[int][]int{100: {38, 31, 31}, 1000: {618, 255, 127}, 10_000: {8722, 1023, 255}}
	for learner, l := range map[string]Learner{"anytime-lazy-ucb": arms, "dpucb-mat": bases} {
		t.Run(learner, func(t *testing.T) {
			pulls := make([]int, 3)
			for round := 1; round <= 10_000; round++ {
				j := l.Choose(round)[0]
				l.Observe(round, means[j:j+1])
				pulls[j]++
				if inTurn := learner == "anytime-lazy-ucb"; (inTurn || round > 3) && round <= len(plays) && j != int(plays[round-1]-'1') {
					t.Fatalf("round %d: arm %d, want %c", round, j+1, plays[round-1])
				}
				if want := counts[round]; want != nil && !slices.Equal(pulls, want) {
					t.Errorf("pulls after round %d: %v, want %v", round, pulls, want)
				}
			}
		})
	}
}
