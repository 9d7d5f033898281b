package learners_test

import (
	"math"
	"testing"

	"regretscope/learners"
)

func TestDPKLUCB(t *testing.T) {
	index := func(x known) float64 {
		return learners.PrivateRank(unit(x.mean), x.width*math.Log(x.t)/x.n, x.bias*x.epsilon)
	}
	playsLargest(t, indexRule{
		index: index, keep: everyBatch, commits: true, wrong: []string{"width", "bias", "late"},
	}, "dp-klucb", "dp-klucb,alpha=1.1", "dp-klucb,alpha=3.7")
}
