package learners_test

import (
	"math"
	"testing"
)

func init() {
	roundLines["lazy-ucb-local"] = []string{"2", "4"}
}

// lazyLocalPolicy is Alg. 1 on reports, taken back: arm j's index is g⁻¹ of the mean of its newest
// full batch, of 1, 2, 4, … reports, plus factor·√(c ln t/n) over the slope.
func lazyLocalPolicy(channels []matrix, c, factor float64) policy {
	return func(history []observation) []float64 {
		k := len(channels)
		if len(history) < k {
			return certain(len(history), k)
		}
		scores := make([]float64, k)
		for j, m := range channels {
			var reports []float64
			for _, o := range history {
				if o.arm == j {
					reports = append(reports, o.reward)
				}
			}
			length := 1
			for len(reports) >= 3*length { // a batch of twice the length follows
				reports, length = reports[length:], 2*length
			}
			mean := 0.0
			for _, x := range reports[:length] {
				mean += x / float64(length)
			}
			slope := math.Abs(m.p00 + m.p11 - 1)
			scores[j] = m.inverse(mean) + factor*math.Sqrt(c*math.Log(float64(len(history)+1))/float64(length))/slope
		}
		return largest(scores)
	}
}

func TestLazyUCBLocal(t *testing.T) {
	four := optimal(1, 4)
	everyPlay(t, []policyCase{
		{
			learner: "lazy-ucb-local", channels: four, oracle: lazyLocalPolicy(four, 3, 1),
			means: fourMeans, rounds: 600, runs: 3,
			wrong: policies{
				"bonus 5% low": lazyLocalPolicy(four, 3, .95), "not stretched": lazyLocalPolicy(four, 3, math.Tanh(.5)),
				"tight": lazyLocalPolicy(four, 1.5, 1),
			},
		},
		{learner: "lazy-ucb-local", channels: fourMixed, oracle: lazyLocalPolicy(fourMixed, 3, 1), means: fourMeans, rounds: 600, runs: 3},
		{
			learner: "lazy-ucb-local,width=tight", channels: four, oracle: lazyLocalPolicy(four, 1.5, 1),
			means: fourMeans, rounds: 600, runs: 3, wrong: policies{"hhmh": lazyLocalPolicy(four, 3, 1)},
		},
	})
}
