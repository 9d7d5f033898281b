package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// studentQuantile returns the two-sided quantile of Student's t with n−1 degrees of freedom at
// a confidence in [0, 1); NaN for n < 2.
//
// It uses Newton's method on the tail's probability, which falls and is convex: steps from the
// smaller normal quantile never go too far. The search in distuv.StudentsT fails for more than
// 23,000 degrees of freedom and a confidence above 1 − 10⁻⁷.
func studentQuantile(n int, confidence float64) float64 {
	if n < 2 {
		return math.NaN()
	}
	freedom, tail := float64(n-1), (1-confidence)/2
	law := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}
	for t := -distuv.UnitNormal.Quantile(tail); ; {
		step := (mathext.RegIncBeta(freedom/2, .5, freedom/(freedom+t*t))/2 - tail) / law.Prob(t)
		if t += step; !(step > 1e-12*t) {
			return t
		}
	}
}
