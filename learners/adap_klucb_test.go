package learners_test

import (
	"math"
	"testing"

	"regretscope/learners"
	"regretscope/scenarios"
)

func init() {
	roundLines["adap-klucb"] = doublings
	scoreRules["adap-klucb"] = func(x explained) float64 {
		return x.ranked(3, learners.KLRank(unit(x.arm.Values[0]+x.arm.Values[1]), x.arm.Values[2]))
	}
	batched = append(batched, batchedCase{learner: "adap-klucb", feedback: scenarios.Bandit, loss: 1, horizon: 2000})
	releaseCosts = append(releaseCosts, releaseCost{learner: "adap-klucb", noise: "Laplace", scale: 1, sensitivity: 1, loss: 1})
}

func TestAdaPKLUCB(t *testing.T) {
	for learner, alpha := range map[string]float64{"adap-klucb": 3.1, "adap-klucb,alpha=.3": .3} {
		index := func(x known) float64 {
			level := alpha * math.Log(x.t) / x.n
			return learners.KLRank(unit(x.mean+x.bias*level/x.epsilon), x.width*level)
		}
		playsLargest(t, indexRule{
			index: index, keep: newestBatch, commits: true, wrong: []string{"width", "bias", "late"},
		}, learner)
	}
}

func unit(x float64) float64 { return math.Min(1, math.Max(0, x)) }
