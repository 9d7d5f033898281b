package learners_test

import (
	"math"
	"testing"

	"regretscope/scenarios"
)

func init() {
	roundLines["adap-ucb"] = doublings
	batched = append(batched, batchedCase{learner: "adap-ucb", feedback: scenarios.Bandit, loss: 1, horizon: 2000})
	releaseCosts = append(releaseCosts, releaseCost{learner: "adap-ucb", noise: "Laplace", scale: 1, sensitivity: 1, loss: 1})
}

func TestAdaPUCB(t *testing.T) {
	for learner, alpha := range map[string]float64{"adap-ucb": 3.1, "adap-ucb,alpha=.7": .7} {
		index := func(x known) float64 {
			return x.mean + math.Sqrt(x.width*alpha*math.Log(2*x.t)/(2*x.n)) + x.bias*alpha*math.Log(x.t)/(x.epsilon*x.n)
		}
		playsLargest(t, indexRule{
			index: index, keep: newestBatch, commits: true, wrong: []string{"width", "bias", "late"},
		}, learner)
	}
}
