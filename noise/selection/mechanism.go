// Package selection implements report-noisy-max, which adds independent noise to every score and
// publishes only the index of the largest. It draws (Pick) and computes the exact probability of
// every outcome, for fixed scores (Probabilities) and for random scores (MixtureProbabilities),
// with which simulated runs can be compared.
//
// Scores are sums of rewards: the largest wins.
package selection

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/noise"
)

// Noise names the distribution that report-noisy-max adds to every score.
type Noise int

// The noises, each with the meaning of the scale b (NoisyMax.Scale).
const (
	Laplace     Noise = iota // density exp(−|x|/b)/2b
	Exponential              // mean b, x ≥ 0 (permute-and-flip in law)
	Gumbel                   // cdf exp(−exp(−x/b)) (the exponential mechanism in law)
)

var names = []string{Laplace: "laplace", Exponential: "exponential", Gumbel: "gumbel"}

// String returns the name that ParseNoise reads.
func (n Noise) String() string { return names[n] }

// ParseNoise returns the noise with the given name.
func ParseNoise(name string) (Noise, error) {
	n := slices.Index(names, name)
	if n < 0 {
		return 0, fmt.Errorf("noise must be one of %s, not %q", strings.Join(names, ", "), name)
	}
	return Noise(n), nil
}

// A NoisyMax is report-noisy-max with one noise at one scale b, in units of
// the scores. Scale 0 is no noise: the plain argmax with ties broken uniformly.
// Scale +Inf drowns the scores: a uniform pick. (HHMH Alg. 4, WW Alg. 1)
type NoisyMax struct {
	Noise Noise
	Scale float64
}

// String names the mechanism, as in "laplace(2)".
func (m NoisyMax) String() string { return fmt.Sprintf("%v(%g)", m.Noise, m.Scale) }

// Pick draws noise for every score and returns the index of the largest noisy score. It stores the
// noise in noises, which is nil or as long as scores. scores must not be empty.
func (m NoisyMax) Pick(scores, noises []float64, s *noise.Stream) int {
	var room [32]float64 // keeps the noisy scores of common sizes off the heap
	noisy := append(room[:0], scores...)
	for i := range noisy {
		drawn := m.draw(s)
		noisy[i] += drawn
		if noises != nil {
			noises[i] = drawn
		}
	}
	return s.ArgMax(noisy)
}

func (m NoisyMax) draw(s *noise.Stream) float64 {
	if math.IsInf(m.Scale, 1) {
		return m.Scale // all noisy scores tie, and ties are broken uniformly
	}
	switch m.Noise {
	case Laplace:
		return s.Laplace(m.Scale)
	case Exponential:
		return s.Exponential(m.Scale)
	default:
		return s.Gumbel(m.Scale)
	}
}
