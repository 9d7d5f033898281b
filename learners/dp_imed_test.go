package learners_test

import (
	"math"
	"testing"

	"regretscope/learners"
)

func TestDPIMED(t *testing.T) {
	index := func(x known) float64 {
		return -(x.n*learners.PrivateDivergence(unit(x.mean), unit(x.top), x.bias*x.epsilon) + x.width*math.Log(x.n))
	}
	playsLargest(t, indexRule{index: index, keep: everyBatch, commits: true, wrong: []string{"width", "bias"}}, "dp-imed",
		"dp-imed,alpha=1.3")
}
