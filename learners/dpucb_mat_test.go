package learners_test

import (
	"math"
	"testing"
)

func init() {
	roundLines["dpucb-mat"] = []string{"2>2", "5 7 8", "5 7 8>10 12 13"}
	roundLines["dpucb-mat,init=paper"] = []string{"5 7 8", "5 7 8>10 12 13"}
	releaseCosts = append(releaseCosts, releaseCost{learner: "dpucb-mat", noise: "Laplace", scale: 3, sensitivity: 1, loss: 1. / 3})
}

// freshBatchIndex is the index of DPUCB-MAT and, at rank 1, of Anytime-Lazy-UCB.
func freshBatchIndex(x known) float64 {
	level := 3 * math.Log(x.ranks*x.rank*x.t) / x.n
	return x.mean + math.Sqrt(x.width*level) + x.bias*level*x.rank/x.epsilon
}

func TestDPUCBMat(t *testing.T) {
	rule := indexRule{index: freshBatchIndex, keep: newestBatch, wrong: []string{"width", "bias", "rank", "late"}}
	playsLargest(t, rule, "dpucb-mat", "dpucb-mat,init=paper")
}
