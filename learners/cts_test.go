package learners_test

import (
	"math"

	"regretscope/scenarios/matroid"
)

var slowGaussianCTS = slowMeans(func(s *slow, _ int, mean, n float64) float64 {
	return s.stream.Normal(mean, math.Sqrt(s.c.root/n))
})

func slowBetaCTS(m matroid.Matroid, epsilon float64, c constants) *slow {
	s := newSlow(m, epsilon, c)
	s.forced = false
	ones, zeros := make([]float64, m.Size()), make([]float64, m.Size())
	s.score = func(_, e int) float64 { return s.stream.Beta(c.root+ones[e], 1+zeros[e]) }
	s.observe = func(_, e int, x float64) {
		if x == 1 || x > 0 && s.stream.Float64() < x {
			ones[e]++
		} else {
			zeros[e]++
		}
	}
	return s
}
