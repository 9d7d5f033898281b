package learners_test

import (
	"testing"

	"regretscope/scenarios"
)

func init() {
	roundLines["anytime-lazy-ucb"] = []string{"2>2", "4", "4>6 7"}
	batched = append(batched, batchedCase{learner: "anytime-lazy-ucb", feedback: scenarios.Bandit, loss: 1, horizon: 2000})
	releaseCosts = append(releaseCosts, releaseCost{learner: "anytime-lazy-ucb", noise: "Laplace", scale: 1, sensitivity: 1, loss: 1})
}

func TestAnytimeLazyUCB(t *testing.T) {
	rule := indexRule{index: freshBatchIndex, keep: newestBatch, wrong: []string{"width", "bias", "late"}}
	playsLargest(t, rule, "anytime-lazy-ucb")
}
