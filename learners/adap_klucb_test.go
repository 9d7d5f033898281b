package learners_test

import (
	"math"
	"testing"

	"regretscope/learners"
)

func TestAdaPKLUCB(t *testing.T) {
	index := func(alpha float64) func(known) float64 {
		return func(x known) float64 {
			level := alpha * math.Log(x.t) / x.n
			return learners.KLRank(unit(x.mean+x.bias*level/x.epsilon), x.width*level)
		}
	}
	playsLargest(t, indexRule{
		index: index(3.1), keep: newestBatch, commits: true, wrong: []string{"width", "bias", "late"},
	}, "adap-klucb")
	playsLargest(t, indexRule{
		index: index(.3), keep: newestBatch, commits: true, wrong: []string{"width", "bias", "late"},
	}, "adap-klucb,alpha=.3")
}

func unit(x float64) float64 { return math.Min(1, math.Max(0, x)) }
