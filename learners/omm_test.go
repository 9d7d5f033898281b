package learners_test

import "math"

var slowOMM = slowMeans(func(s *slow, t int, mean, n float64) float64 {
	if t == 1 {
		return mean
	}
	return mean + math.Sqrt(s.c.root*2*math.Log(float64(t-1+s.c.late))/n)
})
