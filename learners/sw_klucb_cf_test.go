package learners_test

import (
	"math"
	"testing"
)

// swKLUCBPolicy is GAJ Alg. 1 with the level times weight, which is 1 in the paper.
func swKLUCBPolicy(matrices []matrix, w int, weight float64) policy {
	return indexPolicy(len(matrices), w, func(j int, t, n, mean float64) float64 {
		x := math.Log(min(t-1, float64(w)))
		return corruptIndex(matrices[j], mean, n, weight*(x+3*math.Log(max(1, x))))
	})
}

func TestSWKLUCBCFIsExact(t *testing.T) {
	exactRegrets(t, []regretCase{
		{"sw-klucb-cf", "sw-klucb-cf,w=12", optimal(3, 2), 3, swKLUCBPolicy(optimal(3, 2), 12, 1), []float64{.8, .3}, 12, true},
		{"sw-klucb-cf at 1", "sw-klucb-cf,w=5", optimal(1, 2), 1, swKLUCBPolicy(optimal(1, 2), 5, 1), []float64{.8, .3}, 12, true},
		{"sw-klucb-cf, a decreasing channel", "sw-klucb-cf,w=6", twoMixed, 1, swKLUCBPolicy(twoMixed, 6, 1), []float64{.8, .3}, 12, true},
		{"sw-klucb-cf, forgotten arms", "sw-klucb-cf,w=2", optimal(3, 2), 3, swKLUCBPolicy(optimal(3, 2), 2, 1), []float64{.8, .3}, 10, true},
		{"sw-klucb-cf, w one off", "sw-klucb-cf,w=6", twoMixed, 1, swKLUCBPolicy(twoMixed, 7, 1), []float64{.8, .3}, 12, false},
		{"sw-klucb-cf, level 10% low", "sw-klucb-cf,w=6", optimal(3, 2), 3, swKLUCBPolicy(optimal(3, 2), 6, .9), []float64{.6, .1}, 10, false},
	})
	everyPlay(t, []playCase{
		{"sw-klucb-cf", "sw-klucb-cf,w=90", fourMixed, "", swKLUCBPolicy(fourMixed, 90, 1), fourMeans, 500, 3, true},
		{"sw-klucb-cf, short", "sw-klucb-cf,w=9", fourMixed, "", swKLUCBPolicy(fourMixed, 9, 1), fourMeans, 500, 3, true},
		{"sw-klucb-cf, shorter than K", "sw-klucb-cf,w=3", optimal(1, 4), "", swKLUCBPolicy(optimal(1, 4), 3, 1), fourMeans, 300, 9, true},
		{"sw-klucb-cf, one round", "sw-klucb-cf,w=1", optimal(1, 4), "", swKLUCBPolicy(optimal(1, 4), 1, 1), fourMeans, 300, 9, true},
		{"sw-klucb-cf, w one off", "sw-klucb-cf,w=90", fourMixed, "", swKLUCBPolicy(fourMixed, 91, 1), fourMeans, 500, 3, false},
		{"sw-klucb-cf, level 1% high", "sw-klucb-cf,w=90", fourMixed, "", swKLUCBPolicy(fourMixed, 90, 1.01), fourMeans, 500, 3, false},
	})
}
