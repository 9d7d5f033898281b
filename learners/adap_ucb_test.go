package learners_test

import (
	"math"
	"testing"
)

func TestAdaPUCB(t *testing.T) {
	index := func(alpha float64) func(known) float64 {
		return func(x known) float64 {
			return x.mean + math.Sqrt(x.width*alpha*math.Log(2*x.t)/(2*x.n)) + x.bias*alpha*math.Log(x.t)/(x.epsilon*x.n)
		}
	}
	playsLargest(t, indexRule{
		index: index(3.1), keep: newestBatch, commits: true, wrong: []string{"width", "bias", "late"},
	}, "adap-ucb")
	playsLargest(t, indexRule{
		index: index(.7), keep: newestBatch, commits: true, wrong: []string{"width", "bias", "late"},
	}, "adap-ucb,alpha=.7")
}
