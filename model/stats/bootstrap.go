package stats

import (
	"math"
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/noise"
)

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

// resampled returns the sum of a resample of the same size. A random word gives two indices, the
// second from the fraction that the first leaves. For a million values, the relative error of each
// index's probability is 2^−24.
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

// skewness returns Σ(x − mean)³/(Σ(x − mean)²)^{3/2}: for a mean, six times the jackknife's
// acceleration.
func skewness(sample []float64, mean float64) float64 {
	var square, cube float64
	for _, x := range sample {
		d := x - mean
		square += d * d
		cube += d * d * d
	}
	return cube / math.Pow(square, 1.5)
}
