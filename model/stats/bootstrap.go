package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/noise"
)

// resamples of a bootstrap: enough for the tails of an interval of 99 %.
const resamples = 4000

// bootstrap is the bias-corrected and accelerated (BCa) interval for the mean:
// the quantiles of the resampled means, moved by how often those fall below the
// sample's own mean and by the skewness that the jackknife shows. A sample has
// at least two different values.
func bootstrap(sample []float64, mean, confidence float64) Interval {
	stream := noise.NewStream(noise.KeyOf("bootstrap"))
	n := float64(len(sample))
	means := make([]float64, resamples)
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
	bias := distuv.UnitNormal.Quantile(min(max(below, .5), resamples-.5) / resamples)
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
