// Package stats summarizes samples of a learner's runs: location, spread, confidence intervals,
// differences between learners on the same rewards, and whether a few runs decide the mean.
//
// Intervals are two-sided Student's t intervals. From 20 runs on, 89 to 96 in 100 nominal 95% intervals contain the
// mean, even if regrets lie on few plateaus. For heavy-tailed samples they reach at least as far as bootstrap
// intervals (BCa: Efron 1987, Better Bootstrap Confidence Intervals), which follow the skewness. The combination
// contains the mean more often than either alone, but still too seldom if rare runs decide it, as a learner's
// declaration states (learners.Declaration.Coverage). A bootstrap draws from a stream with a fixed seed, so equal
// samples give equal intervals.
package stats

import (
	"math"
	"math/bits"
	"slices"
	"sort"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/noise"
)

// Confidence is the default confidence level.
const Confidence = .95

// An Interval is a two-sided confidence interval; NaN at both ends for a single value or equal values.
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
	Mostly     float64    // and their share of the sum, or, if Low is set, of the variance
	Low        bool       // these are the smallest values
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

// tails describes the largest hundredth of a sorted sample. The sample is heavy-tailed if that exceeds as many
// medians by more than a tenth of the sum, and by more than three equal shares of it, because among few values one
// may be that large by chance. Regrets on few plateaus and exponential laws are not heavy-tailed in this sense. With
// negative values, as regrets on ordered tables may be, the sum is of absolute values. The smallest hundredth of ten
// values or more, or less of it, decides the mean if it makes up nine tenths of the squared distances from the median.
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
		return
	}
	squares := func(some []float64) (sum float64) {
		for _, x := range some {
			sum += (x - s.Median) * (x - s.Median)
		}
		return sum
	}
	all := squares(sorted)
	for n := 1; n <= top && s.N >= 10 && !s.Equal && !s.HeavyTails; n++ {
		if low := squares(sorted[:n]); low > .9*all {
			s.HeavyTails, s.Low, s.Largest, s.Mostly = true, true, n, low/all
		}
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

// bootstrap returns the bias-corrected and accelerated (BCa) interval for the mean: the quantiles
// of the resampled means, shifted by the share of these below the sample's mean and by the
// jackknife's skewness. The sample must have at least two different values.
func bootstrap(sample []float64, mean, confidence float64) Interval {
	key := noise.KeyOf("bootstrap")
	n := float64(len(sample))
	// Resamples: enough for the tails of a 99% interval, or fewer for large n, where results with
	// many rows would be slow.
	times := min(4000, max(1000, 1_000_000/len(sample)))
	means := make([]float64, times)
	below := 0.0
	for i := range means {
		means[i] = resampled(sample, noise.At(key, i)) / n
		switch {
		case means[i] < mean:
			below++
		case means[i] == mean:
			below += .5
		}
	}
	slices.Sort(means)
	bias := distuv.UnitNormal.Quantile(min(max(below, .5), float64(times)-.5) / float64(times))
	acceleration := skewness(sample, mean) / 6
	moved := func(p float64) float64 {
		z := bias + distuv.UnitNormal.Quantile(p)
		return Quantile(means, distuv.UnitNormal.CDF(bias+z/(1-acceleration*z)))
	}
	return Interval{moved((1 - confidence) / 2), moved((1 + confidence) / 2)}
}

// resampled returns the sum of a resample of the same size. A random word gives two indices, the second from the
// fraction that the first leaves. For a million values, the relative error of each index's probability is 2^−24.
func resampled(sample []float64, words noise.Cell) (sum float64) {
	n := uint64(len(sample))
	for range len(sample) / 2 {
		first, rest := bits.Mul64(words.Uint64(), n)
		second, _ := bits.Mul64(rest, n)
		sum += sample[first] + sample[second]
	}
	if n%2 == 1 {
		last, _ := bits.Mul64(words.Uint64(), n)
		sum += sample[last]
	}
	return sum
}

// skewness returns Σ(x − mean)³/(Σ(x − mean)²)^{3/2}: for a mean, six times the jackknife's acceleration.
func skewness(sample []float64, mean float64) float64 {
	var square, cube float64
	for _, x := range sample {
		d := x - mean
		square += d * d
		cube += d * d * d
	}
	return cube / math.Pow(square, 1.5)
}

// A Pair compares two samples run by run. Value i of both comes from the same rewards, so their
// difference is more precise than either.
type Pair struct {
	N           int
	Mean, Error float64 // of first − second, with its standard error
	Interval    Interval
	Equal       bool    // two or more differences are all equal
	HeavyTails  bool    // of one of the samples
	Sign        int     // −1 or 1 if the mean is below or above 0 with the given confidence, else 0
	Effect      float64 // mean difference in standard deviations; ±Inf if all are equal and not 0
	Smaller     float64 // share of the runs in which the first is smaller; ties count half
	Gain        float64 // factor in runs of an unpaired comparison of equal precision: (Var a + Var b)/Var(a − b)
}

// EnoughEqual is the number of equal values that settle a mean.
const EnoughEqual = 30

// Compare compares two samples of equal length ≥ 1: regrets, or other totals.
func Compare(first, second []float64, confidence float64) Pair {
	differences := make([]float64, len(first))
	p := Pair{N: len(first)}
	for i, x := range first {
		differences[i] = Subtract(x, second[i])
		switch {
		case differences[i] < 0:
			p.Smaller++
		case differences[i] == 0:
			p.Smaller += .5
		}
	}
	p.Smaller /= float64(p.N)
	s := Summarize(differences)
	p.HeavyTails = Summarize(first).HeavyTails || Summarize(second).HeavyTails
	p.Mean, p.Error, p.Interval, p.Equal = s.Mean, s.Error, s.interval(differences, p.HeavyTails, confidence), s.Equal
	p.Sign = s.sign(p.Interval)
	p.Effect = s.Mean / s.SD
	if s.Mean == 0 && s.SD == 0 {
		p.Effect = 0
	}
	p.Gain = (stat.Variance(first, nil) + stat.Variance(second, nil)) / (s.SD * s.SD)
	return p
}

// Subtract returns the difference of two totals: x − y, or 0 if they tie (noise.TieLimit). Totals are
// sums in the order of the plays, so equal ones may round differently.
func Subtract(x, y float64) float64 {
	if min(x, y) < noise.TieLimit(max(x, y)) {
		return x - y
	}
	return 0
}

// sign returns the sign of the mean of differences, 0 if it may be either.
func (s *Summary) sign(i Interval) int {
	switch sure := s.Equal && s.N >= EnoughEqual; {
	case i.High < 0, sure && s.Mean < 0:
		return -1
	case i.Low > 0, sure && s.Mean > 0:
		return 1
	}
	return 0
}

// Sign returns Pair.Sign alone. It uses the bootstrap only if it may matter.
func Sign(first, second []float64, confidence float64) int {
	differences := make([]float64, len(first))
	for i, x := range first {
		differences[i] = Subtract(x, second[i])
	}
	s := Summarize(differences)
	sign := s.sign(s.interval(differences, false, confidence))
	if sign == 0 || s.Equal || !Summarize(first).HeavyTails && !Summarize(second).HeavyTails {
		return sign
	}
	return s.sign(s.interval(differences, true, confidence))
}

// Ratio returns a confidence interval for the ratio of the means of two paired samples by
// Fieller's theorem: the ratios r at which the mean of a − r·b does not differ from 0. If the
// mean of b does not differ from 0, it is the whole line.
func Ratio(a, b []float64, confidence float64) Interval {
	t := studentQuantile(len(a), confidence)
	if math.IsNaN(t) {
		return Interval{math.NaN(), math.NaN()}
	}
	n := float64(len(a))
	meanA, meanB := stat.Mean(a, nil), stat.Mean(b, nil)
	g := t * t / n
	// (meanA − r·meanB)² ≤ g·(Var a − 2r·Cov + r²·Var b), a quadratic in r.
	square := meanB*meanB - g*stat.Variance(b, nil)
	if square <= 0 {
		return Interval{math.Inf(-1), math.Inf(1)}
	}
	half := meanA*meanB - g*stat.Covariance(a, b, nil)
	rest := meanA*meanA - g*stat.Variance(a, nil)
	root := math.Sqrt(max(0, half*half-square*rest))
	return Interval{(half - root) / square, (half + root) / square}
}
