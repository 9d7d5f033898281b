package learners

import (
	"math"
	"slices"

	"regretscope/noise"
)

// posteriorSamples are those of Thompson sampling: in round t arm j has θ = F⁻¹(u), where
// F is the cdf of its posterior and u a uniform number that depends on (key, t, j) alone.
type posteriorSamples struct{ key uint64 }

// sample is arm j's θ in round t.
func (s posteriorSamples) sample(t, j int, posterior noise.Beta) float64 {
	return posterior.Quantile(uniform(noise.At(s.key, t).Word(j)))
}

// uniform returns the number in (0,1) that a word stands for; 1 minus it is one too.
func uniform(word uint64) float64 { return float64(word>>12<<1|1) * 0x1p-53 }

// largest returns the place of the largest θ of round t, ties at random.
func (s posteriorSamples) largest(t int, thetas []float64) int {
	best := slices.Max(thetas)
	var room [8]int
	ties := room[:0]
	for i, theta := range thetas {
		if theta == best {
			ties = append(ties, i)
		}
	}
	if len(ties) == 1 {
		return ties[0]
	}
	lot := noise.At(s.key, -t)
	return ties[int(lot.Float64()*float64(len(ties)))]
}

// A supposition is that the ones of an arm are more than they are; the zero value supposes
// nothing.
type supposition struct {
	arm  int
	more float64
}

// suppose makes a supposition part of a tally of ones.
func (q *supposition) suppose(y *tally, arm int, more float64) bool {
	if !y.suppose(arm, more, nil) {
		return false
	}
	*q = supposition{arm, more}
	return true
}

// beta draws arm j's sample of Beta(S+1, F+1) by a tally. The stream gives what it would
// give without a supposition, so that other arms' samples stay; the arm's own goes to
// the same quantile of the supposed posterior.
func (q *supposition) beta(y *tally, j int, stream *noise.Stream) float64 {
	n, ones := y.counts[j], y.sums[j]
	if q.more == 0 || j != q.arm {
		return stream.Beta(ones+1, n-ones+1)
	}
	real := math.Round(ones - q.more) // they are whole
	sample := stream.Beta(real+1, n-real+1)
	return noise.Beta{A: ones + 1, B: n - ones + 1}.Quantile(noise.Beta{A: real + 1, B: n - real + 1}.CDF(sample))
}
