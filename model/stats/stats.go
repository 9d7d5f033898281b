// Package stats summarizes samples of a learner's runs: location, spread, confidence intervals,
// differences between learners on the same rewards, and whether a few runs decide the mean.
//
// Intervals are two-sided Student's t intervals. From 20 runs on, 89 to 96 in 100 nominal 95%
// intervals contain the mean, even if regrets lie on few plateaus. For heavy-tailed samples they
// reach at least as far as bootstrap intervals (BCa: Efron 1987, Better Bootstrap Confidence
// Intervals), which follow the skewness. The combination contains the mean more often than either
// alone, but still too seldom if rare runs decide it, as a learner's declaration states
// (learners.Declaration.Coverage). A bootstrap draws from a stream with a fixed seed, so equal
// samples give equal intervals.
package stats

import (
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Confidence is the default confidence level.
const Confidence = .95

// An Interval is a two-sided confidence interval; NaN at both ends for a single value or equal
// values.
type Interval struct{ Low, High float64 }

// Contains reports whether x lies in the interval, ends included.
func (i Interval) Contains(x float64) bool { return i.Low <= x && x <= i.High }

// A Summary describes one sample.
type Summary struct {
	N          int
	Mean, SD   float64 // sample SD, NaN for n = 1
	Error      float64 // standard error of the mean, SD/√n; NaN for n = 1
	Median     float64
	Quartiles  [2]float64 // 25% and 75%
	Tails      [2]float64 // 5% and 95%
	Equal      bool       // two or more values are all equal but for rounding, so the error of the mean is unknown
	HeavyTails bool       // a few values decide the mean
	Largest    int        // the number of these values if HeavyTails is set: a hundredth, at least one
	Mostly     float64    // and their share of the sum
}

// Summarize describes a sample of at least one finite value.
func Summarize(sample []float64) Summary {
	mean, sd := stat.MeanStdDev(sample, nil)
	sorted := slices.Clone(sample)
	slices.Sort(sorted)
	s := Summary{
		N: len(sample), Mean: mean, SD: sd, Error: sd / math.Sqrt(float64(len(sample))),
		Median:    Quantile(sorted, .5),
		Quartiles: [2]float64{Quantile(sorted, .25), Quantile(sorted, .75)},
		Tails:     [2]float64{Quantile(sorted, .05), Quantile(sorted, .95)},
	}
	if s.Equal = s.N > 1 && Subtract(sorted[0], sorted[s.N-1]) == 0; s.Equal {
		s.SD, s.Error = 0, 0
	}
	s.tails(sorted)
	return s
}

// tails describes the largest hundredth of a sorted sample. The sample is heavy-tailed if that
// exceeds as many medians by more than a tenth of the sum, and by more than three equal shares
// of it, because among few values one may be that large by chance. Regrets on few plateaus and
// exponential laws are not heavy-tailed in this sense. With negative values, as regrets on
// ordered tables may be, the sum is of absolute values.
func (s *Summary) tails(sorted []float64) {
	top, largest := max(1, s.N/100), 0.
	for _, x := range sorted[s.N-top:] {
		largest += x
	}
	total := s.Mean * float64(s.N)
	if sorted[0] < 0 {
		total = floats.Norm(sorted, 1)
	}
	if s.HeavyTails = total > 0 && largest-float64(top)*s.Median > total*max(.1, 3/float64(s.N)); s.HeavyTails {
		s.Largest, s.Mostly = top, largest/total
	}
}

// Quantile returns the p-quantile of a sorted, non-empty sample: linear between
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

// MeanInterval returns a confidence interval for the mean of the sample's law.
func MeanInterval(sample []float64, confidence float64) Interval {
	s := Summarize(sample)
	return s.interval(sample, s.HeavyTails, confidence)
}

// interval returns Student's interval, extended to the bootstrap's if heavy is set.
func (s *Summary) interval(sample []float64, heavy bool, confidence float64) Interval {
	if s.Equal {
		return Interval{math.NaN(), math.NaN()}
	}
	i := s.student(confidence)
	if heavy {
		far := bootstrap(sample, s.Mean, confidence)
		i = Interval{min(i.Low, far.Low), max(i.High, far.High)}
	}
	return i
}

// StudentInterval returns the mean of a sample with Student's t interval, whatever its tails.
// For equal values it has no width.
func StudentInterval(sample []float64, confidence float64) (mean float64, i Interval) {
	s := Summarize(sample)
	return s.Mean, s.student(confidence)
}

func (s *Summary) student(confidence float64) Interval {
	half := studentQuantile(s.N, confidence) * s.Error
	return Interval{s.Mean - half, s.Mean + half}
}

// Needed returns the number of values of the same mean and SD whose interval is narrower than that of
// n ≥ 2 values by a factor. The quantile depends on the number, too, unless that is large.
func Needed(n int, factor float64) float64 {
	share := factor / studentQuantile(n, Confidence)
	enough := func(m int) float64 {
		q := studentQuantile(m, Confidence) * share
		return q * q * float64(n)
	}
	if large := enough(1e6); large > 1e5 {
		return large
	}
	return float64(2 + sort.Search(1e6, func(m int) bool { return enough(m+2) <= float64(m+2) }))
}

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
