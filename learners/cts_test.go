package learners_test

import (
	"math"

	"regretscope/scenarios/matroid"
)

var ctsTwins = []slowTwin{
	{"cts", func(m matroid.Matroid, _ float64, c constants) *slow {
		return slowGaussianCTS(m, lockstepSeed, c)
	}, mistakes("root")},
	{"cts,init=paper", func(m matroid.Matroid, _ float64, c constants) *slow {
		return fromPaper(slowGaussianCTS(m, lockstepSeed, c))
	}, mistakes("root")},
	{"cts,prior=beta", func(m matroid.Matroid, _ float64, c constants) *slow {
		return slowBetaCTS(m, lockstepSeed, c)
	}, mistakes("root")},
}

func slowGaussianCTS(m matroid.Matroid, seed uint64, c constants) *slow {
	s := newSlow(m, 1, seed, c)
	return slowMeans(s, func(_ int, mean, n float64) float64 {
		return s.stream.Normal(mean, math.Sqrt(c.root/n))
	})
}

func slowBetaCTS(m matroid.Matroid, seed uint64, c constants) *slow {
	s := newSlow(m, 1, seed, c)
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
