package learners_test

import "testing"

func TestAnytimeLazyUCB(t *testing.T) {
	rule := indexRule{index: freshBatchIndex, keep: newestBatch, wrong: []string{"width", "bias", "late"}}
	playsLargest(t, rule, "anytime-lazy-ucb")
}
