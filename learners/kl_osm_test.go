package learners_test

import "math"

var slowKLOSM = slowMeans(func(s *slow, t int, mean, n float64) float64 {
	level := math.Log(float64(t+s.c.late)) + s.c.bias*3*math.Log(max(1, math.Log(float64(t+s.c.late))))
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
