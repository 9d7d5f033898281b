// Package stats says what a sample of runs tells about a learner: location,
// spread, intervals, differences between learners that met the same rewards,
// and whether a mean can be trusted at all. What does not belong here: what the
// numbers measure, and how they are written.
//
// Intervals are two-sided. They are Student's t intervals unless the sample is
// heavy-tailed; then they are bootstrap intervals (BCa: Efron 1987, Better
// Bootstrap Confidence Intervals), which follow the sample's skewness. A
// bootstrap draws from a stream of fixed seed: equal samples give equal
// intervals.
package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Confidence is the level of an interval where no other is asked for.
const Confidence = .95

// An Interval is a two-sided confidence interval, NaN at both ends where the
// sample is too small to have one.
type Interval struct{ Low, High float64 }

// Contains reports whether x lies in the interval, ends included.
func (i Interval) Contains(x float64) bool { return i.Low <= x && x <= i.High }

// A Summary describes one sample.
type Summary struct {
	N          int
	Mean, SD   float64 // SD has n−1 in the denominator; NaN for n = 1
	Error      float64 // standard error of the mean, SD/√n; NaN for n = 1
	Median     float64
	Quartiles  [2]float64 // 25 % and 75 %
	Tails      [2]float64 // 5 % and 95 %
	HeavyTails bool       // the mean misleads: a few runs decide it
	Mostly     float64    // where HeavyTails is set: the share of the sum that the largest hundredth of the sample, at least one value, makes up
}

// Summarise describes a sample of at least one finite value.
func Summarise(sample []float64) Summary {
	mean, sd := stat.MeanStdDev(sample, nil)
	sorted := slices.Clone(sample)
	slices.Sort(sorted)
	s := Summary{
		N: len(sample), Mean: mean, SD: sd, Error: sd / math.Sqrt(float64(len(sample))),
		Median:    Quantile(sorted, .5),
		Quartiles: [2]float64{Quantile(sorted, .25), Quantile(sorted, .75)},
		Tails:     [2]float64{Quantile(sorted, .05), Quantile(sorted, .95)},
	}
	if s.HeavyTails = heavy(s); s.HeavyTails {
		top := max(1, len(sorted)/100)
		largest := 0.0
		for _, x := range sorted[len(sorted)-top:] {
			largest += x
		}
		s.Mostly = largest / (mean * float64(len(sorted)))
	}
	return s
}

// fewest is the smallest sample that is judged heavy-tailed.
const fewest = 10

// heavy reports whether the standard deviation is more than three times what the
// quartiles of a normal law would make it. An exponential law, at 1.2 times, is
// not heavy-tailed in this sense.
func heavy(s Summary) bool {
	const quartilesOfNormal = 1.3489795003921634 // distance of its quartiles in standard deviations
	return s.N >= fewest && s.SD > 1e-9*math.Abs(s.Mean) && s.SD > 3*(s.Quartiles[1]-s.Quartiles[0])/quartilesOfNormal
}

// Quantile is the p-quantile of a sorted, non-empty sample: linear between
// order statistics (type 7 of Hyndman and Fan 1996, the default of NumPy and R).
func Quantile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	low := int(at)
	if low+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	part := at - float64(low)
	return sorted[low]*(1-part) + sorted[low+1]*part
}

// MeanInterval is a confidence interval for the mean of the law that the sample
// comes from.
func MeanInterval(sample []float64, confidence float64) Interval {
	s := Summarise(sample)
	if s.HeavyTails {
		return bootstrap(sample, s.Mean, confidence)
	}
	return s.student(confidence)
}

// StudentInterval is the mean of a sample with Student's t interval, whatever its
// tails.
func StudentInterval(sample []float64, confidence float64) (mean float64, i Interval) {
	s := Summarise(sample)
	return s.Mean, s.student(confidence)
}

func (s *Summary) student(confidence float64) Interval {
	half := studentQuantile(s.N, confidence) * s.Error
	return Interval{s.Mean - half, s.Mean + half}
}
