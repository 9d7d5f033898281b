package learners_test

import (
	"math"
	"testing"
)

// Two learners of indices have fresh doubling batches.
func TestIndicesOnFreshDoublingBatches(t *testing.T) {
	index := func(x known) float64 {
		level := 3 * math.Log(x.ranks*x.rank*x.t) / x.n
		return x.mean + math.Sqrt(x.width*level) + x.bias*level*x.rank/x.epsilon
	}
	playsLargest(t, indexRule{index, newestBatch, false, []string{"width", "bias", "late"}}, "anytime-lazy-ucb")
	playsLargest(t, indexRule{index, newestBatch, false, []string{"width", "bias", "rank", "late"}}, "dpucb-mat", "dpucb-mat,init=paper")
}
