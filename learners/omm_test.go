package learners_test

import (
	"math"
	"testing"
)

func init() {
	roundLines["omm"] = []string{"1", "3 4"}
}

func TestOMM(t *testing.T) {
	index := func(x known) float64 {
		return x.mean + math.Sqrt(x.width*2*math.Log(max(1, x.t-1))/x.n)
	}
	playsLargest(t, indexRule{index: index, wrong: []string{"width", "late"}}, "omm", "omm,init=paper")
}
