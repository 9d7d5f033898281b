package learners_test

import (
	"math"
	"testing"
)

func TestKLUCBCFIsExact(t *testing.T) {
	exactRegrets(t, []regretCase{
		{"kl-ucb-cf", "kl-ucb-cf", twoMixed, 1, swKLUCBPolicy(twoMixed, math.MaxInt, 1), []float64{.8, .3}, 12, true},
	})
	everyPlay(t, []playCase{
		{"kl-ucb-cf", "kl-ucb-cf", fourMixed, "", swKLUCBPolicy(fourMixed, math.MaxInt, 1), fourMeans, 500, 3, true},
		{"kl-ucb-cf, level 1% low", "kl-ucb-cf", fourMixed, "", swKLUCBPolicy(fourMixed, math.MaxInt, .99), fourMeans, 500, 3, false},
	})
}
