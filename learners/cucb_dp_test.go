package learners_test

import (
	"math"
	"testing"
)

func TestCUCBDP(t *testing.T) {
	playsLargest(t, indexRule{
		index: func(x known) float64 {
			log, k := math.Log(x.t), x.ranks*x.rank
			return x.mean + math.Sqrt(x.width*3*log/(2*x.n)) + x.bias*12*k*log*log*log/(x.n*x.epsilon)
		},
		keep: binaryTree, wrong: []string{"width", "bias", "rank", "late"},
	}, "cucb-dp")
}
