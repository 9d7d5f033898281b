package learners_test

import (
	"math"
	"testing"

	"regretscope/learners"
	"regretscope/scenarios"
)

func init() {
	roundLines["dp-imed"] = doublings
	scoreRules["dp-imed"] = func(x explained) float64 {
		best := 0.0
		for i := range x.Arms {
			best = max(best, x.Arms[i].Values[0])
		}
		m, n := x.arm.Values[0], x.arm.Values[1]
		return -(n*learners.PrivateDivergence(m, best, x.epsilon) + math.Log(n))
	}
	batched = append(batched, batchedCase{learner: "dp-imed,alpha=3.5", feedback: scenarios.Bandit, loss: 1, horizon: 2000})
	releaseCosts = append(releaseCosts, releaseCost{learner: "dp-imed", noise: "Laplace", scale: 1, sensitivity: 1, loss: 1})
}

func TestDPIMED(t *testing.T) {
	index := func(x known) float64 {
		return -(x.n*learners.PrivateDivergence(unit(x.mean), unit(x.top), x.bias*x.epsilon) + x.width*math.Log(x.n))
	}
	playsLargest(t, indexRule{index: index, keep: everyBatch, commits: true, wrong: []string{"width", "bias"}}, "dp-imed",
		"dp-imed,alpha=1.3")
}
