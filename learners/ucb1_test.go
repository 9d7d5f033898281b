package learners_test

import "math"

// The oracles of the learners without privacy. Each takes the constants that
// its paper fixes, so that companions can be wrong in one of them.

// ucb1Policy is Auer et al. 2002 for k arms; its own weight is 2.
func ucb1Policy(k int, weight float64) policy {
	return func(history []observation) []float64 {
		if len(history) < k {
			return certain(len(history), k)
		}
		counts, sums := tallies(history, k)
		scores, round := make([]float64, k), float64(len(history)+1)
		for j := range scores {
			scores[j] = sums[j]/counts[j] + math.Sqrt(weight*math.Log(round)/counts[j])
		}
		return largest(scores)
	}
}
