package learners_test

import (
	"math"

	"regretscope/scenarios/matroid"
)

var ommTwins = []slowTwin{
	{"omm", func(m matroid.Matroid, _ float64, c constants) *slow {
		return slowOMM(m, lockstepSeed, c)
	}, mistakes("root", "late")},
	{"omm,init=paper", func(m matroid.Matroid, _ float64, c constants) *slow {
		return fromPaper(slowOMM(m, lockstepSeed, c))
	}, mistakes("root", "late")},
}

func slowOMM(m matroid.Matroid, seed uint64, c constants) *slow {
	return slowMeans(newSlow(m, 1, seed, c), func(t int, mean, n float64) float64 {
		bonus := 0.0
		if t > 1 {
			bonus = math.Sqrt(c.root * 2 * math.Log(float64(t-1+c.late)) / n)
		}
		return mean + bonus
	})
}
