package learners_test

import (
	"math"

	"regretscope/scenarios/matroid"
)

var klOSMTwins = []slowTwin{
	{"kl-osm", func(m matroid.Matroid, _ float64, c constants) *slow {
		return slowKLOSM(m, lockstepSeed, c)
	}, mistakes("bias", "late")},
	{"kl-osm,init=paper", func(m matroid.Matroid, _ float64, c constants) *slow {
		return fromPaper(slowKLOSM(m, lockstepSeed, c))
	}, mistakes("bias", "late")},
}

func slowKLOSM(m matroid.Matroid, seed uint64, c constants) *slow {
	return slowMeans(newSlow(m, 1, seed, c), func(t int, mean, n float64) float64 {
		level := math.Log(float64(t+c.late)) + c.bias*3*math.Log(max(1, math.Log(float64(t+c.late))))
		low, high := mean, 1.0
		for range 60 { // bisection for n·kl(mean, q) = level
			q := (low + high) / 2
			d := 0.0
			if mean > 0 {
				d += mean * math.Log(mean/q)
			}
			if mean < 1 {
				d += (1 - mean) * math.Log((1-mean)/(1-q))
			}
			if n*d > level {
				high = q
			} else {
				low = q
			}
		}
		return low
	})
}
