package learners

import (
	"math"
	"slices"

	"regretscope/noise"
)

// posteriorSamples are the samples of Thompson sampling: θ = F⁻¹(u) for arm j in round t, where
// F is the cdf of its posterior and the uniform number u depends only on (key, t, j).
type posteriorSamples struct{ key uint64 }

// sample returns θ of arm j in round t.
func (s posteriorSamples) sample(t, j int, posterior noise.Beta) float64 {
	return posterior.Quantile(uniform(noise.At(s.key, t).Word(j)))
}

// normal returns θ of arm j in round t for the posterior N(mean, 1/n).
func (s posteriorSamples) normal(t, j int, mean, n float64) float64 {
	return mean + noise.NormalQuantile(uniform(noise.At(s.key, t).Word(j)))/math.Sqrt(n)
}

// uniform returns a number x in (0,1) for a word; 1 − x is in (0,1) too.
func uniform(word uint64) float64 { return float64(word>>12<<1|1) * 0x1p-53 }

// largest returns the index of the largest θ in round t, breaking ties at random.
func (s posteriorSamples) largest(t int, thetas []float64) int {
	least := noise.TieLimit(slices.Max(thetas))
	var room [8]int
	ties := room[:0]
	for i, theta := range thetas {
		if theta >= least {
			ties = append(ties, i)
		}
	}
	if len(ties) == 1 {
		return ties[0]
	}
	lot := noise.At(s.key, -t)
	return ties[int(lot.Float64()*float64(len(ties)))]
}

// A supposition adds ones to an arm's tally; the zero value adds none.
type supposition struct {
	arm  int
	more float64
}

// suppose applies a supposition to a tally of ones.
func (q *supposition) suppose(y *tally, arm int, more float64) bool {
	if !y.suppose(arm, more, nil) {
		return false
	}
	*q = supposition{arm, more}
	return true
}

// beta draws arm j's sample from Beta(S+1, F+1). It draws the same random numbers as without a supposition, so other
// arms' samples stay; the arm's own moves to the same quantile of the supposed posterior.
func (q *supposition) beta(y *tally, j int, stream *noise.Stream) float64 {
	n, ones := y.counts[j], y.sums[j].Value()
	if q.more == 0 || j != q.arm {
		return stream.Beta(ones+1, n-ones+1)
	}
	real := math.Round(ones - q.more) // real counts are whole
	sample := stream.Beta(real+1, n-real+1)
	return noise.Beta{A: ones + 1, B: n - ones + 1}.Quantile(noise.Beta{A: real + 1, B: n - real + 1}.CDF(sample))
}
