package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/noise"
)

// resamples is how often a sample of n values is drawn again: 4 000 times, enough
// for the tails of an interval of 99 %, and less often where n is so large that a
// result with many rows would wait for its intervals, but at least 1 000 times.
func resamples(n int) int { return min(4000, max(1000, 1_000_000/n)) }

// bootstrap is the bias-corrected and accelerated (BCa) interval for the mean:
// the quantiles of the resampled means, moved by how often those fall below the
// sample's own mean and by the skewness that the jackknife shows. A sample has
// at least two different values.
func bootstrap(sample []float64, mean, confidence float64) Interval {
	stream := noise.NewStream(noise.KeyOf("bootstrap"))
	n := float64(len(sample))
	times := resamples(len(sample))
	means := make([]float64, times)
	below := 0.0
	for i := range means {
		sum := 0.0
		for range sample {
			sum += sample[stream.IntN(len(sample))]
		}
		means[i] = sum / n
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

// skewness is Σ(x − mean)³/(Σ(x − mean)²)^{3/2}: for a mean, six times the
// acceleration that the jackknife gives.
func skewness(sample []float64, mean float64) float64 {
	var square, cube float64
	for _, x := range sample {
		d := x - mean
		square += d * d
		cube += d * d * d
	}
	return cube / math.Pow(square, 1.5)
}
