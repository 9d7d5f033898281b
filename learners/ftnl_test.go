package learners_test

import (
	"fmt"
	"math"
	"testing"
)

// Without noise, FTNL follows the leader of the epoch before, and of that epoch alone.
func TestFTNLFollowsTheEpochBefore(t *testing.T) {
	l := (banditSetting{3, 15, math.Inf(1), 2}).start(t, "ftnl")
	leads := []int{0, 2, 2, 1, 1, 0, 1} // of rounds 1, …, 7; epochs begin in rounds 1, 2, 4, 8
	want := map[int]int{2: 0, 3: 0, 4: 2, 5: 2, 6: 2, 7: 2, 8: 1, 15: 1}
	for round := 1; round <= 15; round++ {
		play := l.Choose(round)[0]
		if leader, known := want[round]; known && play != leader {
			t.Errorf("round %d: action %d, the leader is %d", round, play, leader)
		}
		feedback := make([]float64, 3)
		if round <= len(leads) {
			feedback[leads[round-1]] = 1
		}
		l.Observe(round, feedback)
	}
}

// With K = 2 and noise Lap(K/ε), a lead of d is turned round with chance
// ½ e^(−d/b) (1 + d/2b), b = 2/ε: the tail of a difference of two Laplace numbers.
// |z| > 5 has a chance of 6·10⁻⁷ a case; the noise of RNM-FTNL, and a scale that is
// 15 % less, must be rejected.
func TestFTNLPicksByItsNoise(t *testing.T) {
	t.Parallel()
	const runs = 25_000
	for _, epsilon := range []float64{.5, 2} {
		for scale, accept := range map[float64]bool{2: true, 1.7: false, 1: false} {
			t.Run(fmt.Sprint(epsilon, scale), func(t *testing.T) {
				b, wrong := scale/epsilon, 0.0
				for seed := range uint64(runs) {
					l := (banditSetting{2, 7, epsilon, seed}).start(t, "ftnl")
					for round := 1; round <= 3; round++ {
						l.Choose(round)
						l.Observe(round, []float64{1, 0}) // leads by 2 in rounds 2 and 3
					}
					wrong += float64(l.Choose(4)[0])
				}
				chance := math.Exp(-2/b) / 2 * (1 + 2/(2*b))
				if z := binomialScore(wrong, runs, chance); (math.Abs(z) < 5) != accept {
					t.Errorf("%v of %d picks are wrong, at scale %v %.0f are to be expected: z = %.1f", wrong, runs, b, chance*runs, z)
				}
			})
		}
	}
}
