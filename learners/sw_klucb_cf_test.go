package learners_test

import "math"

// swKLUCBPolicy is GAJ Alg. 1; weight stands before the level and is 1.
func swKLUCBPolicy(matrices []matrix, w int, weight float64) policy {
	k := len(matrices)
	return func(history []observation) []float64 {
		t := len(history)
		if t < k {
			return certain(t, k)
		}
		counts, sums := tallies(newest(history, w), k)
		x := math.Log(float64(min(t, w)))
		level, scores := weight*(x+3*math.Log(max(1, x))), make([]float64, k)
		for j, m := range matrices {
			scores[j] = corruptIndex(m, sums[j]/counts[j], counts[j], level)
		}
		return forgottenFirst(scores)
	}
}
