package learners_test

import (
	"math"
	"testing"
)

func init() {
	roundLines["dp-ucb-tree"] = []string{"1>5", "3 4>5"}
	releaseCosts = append(releaseCosts, releaseCost{learner: "dp-ucb-tree", noise: "Laplace", scale: 8, sensitivity: 1, loss: 1. / 8})
}

func TestDPUCBTree(t *testing.T) {
	index := func(x known) float64 {
		log := math.Log(x.horizon)
		return x.mean + math.Sqrt(x.width*2*math.Log(x.t)/x.n) + x.bias*x.arms*log*log*math.Log(x.arms*x.horizon*log/.1)/(x.epsilon*x.n)
	}
	playsLargest(t, indexRule{index: index, keep: binaryTree, wrong: []string{"width", "bias", "late"}}, "dp-ucb-tree",
		"dp-ucb-tree,split=arms")
}
