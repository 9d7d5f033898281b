package learners_test

import (
	"math"
	"testing"

	"regretscope/learners"
	"regretscope/scenarios"
)

func init() {
	roundLines["dp-klucb"] = doublings
	scoreRules["dp-klucb"] = func(x explained) float64 {
		return x.ranked(2, learners.PrivateRank(x.arm.Values[0], x.arm.Values[1], x.epsilon))
	}
	batched = append(batched, batchedCase{learner: "dp-klucb", feedback: scenarios.Bandit, loss: 1, horizon: 2000})
	batched = append(batched, batchedCase{learner: "dp-klucb,alpha=1.1", feedback: scenarios.Bandit, loss: 1, horizon: 2000})
	releaseCosts = append(releaseCosts, releaseCost{learner: "dp-klucb", noise: "Laplace", scale: 1, sensitivity: 1, loss: 1})
}

func TestDPKLUCB(t *testing.T) {
	index := func(x known) float64 {
		return learners.PrivateRank(unit(x.mean), x.width*math.Log(x.t)/x.n, x.bias*x.epsilon)
	}
	playsLargest(t, indexRule{
		index: index, keep: everyBatch, commits: true, wrong: []string{"width", "bias", "late"},
	}, "dp-klucb", "dp-klucb,alpha=1.1", "dp-klucb,alpha=3.7")
}
