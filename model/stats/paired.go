package stats

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"regretscope/noise"
)

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
