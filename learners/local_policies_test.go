package learners_test

import (
	"fmt"
	"math"
	"slices"

	"regretscope/noise/param"
)

// Slow oracles of learners behind local channels: they cut windows from the whole history,
// compute discounts as powers, and find indices by bisection over rewards.

// matrix is randomized response with probabilities p00 and p11 (GAJ eq. 1).
type matrix struct{ p00, p11 float64 }

func (m matrix) g(x float64) float64 { return 1 - m.p00 + (m.p00+m.p11-1)*x }

func (m matrix) inverse(y float64) float64 { return (y - 1 + m.p00) / (m.p00 + m.p11 - 1) }

func (m matrix) String() string { return fmt.Sprintf("rr(%v,%v)", m.p00, m.p11) }

// optimalMatrix is the ε-local optimum (GAJ eq. 2).
func optimalMatrix(epsilon float64) matrix {
	p := math.Exp(epsilon) / (1 + math.Exp(epsilon))
	return matrix{p, p}
}

// newest returns the last w rounds of a history.
func newest(history []observation, w int) []observation {
	return history[max(0, len(history)-w):]
}

// corruptIndex computes max{q : n·kl(mean, g(q)) ≤ level} by bisection over q, from g⁻¹(0) to
// g⁻¹(1).
func corruptIndex(m matrix, mean, n, level float64) float64 {
	low, high := m.inverse(mean), max(m.inverse(0), m.inverse(1))
	for range 100 {
		q := (low + high) / 2
		if y := min(max(m.g(q), 0), 1); n*kullback(mean, y) <= level {
			low = q
		} else {
			high = q
		}
	}
	return low
}

// kullback is bernoulliKL on all of [0,1].
func kullback(p, q float64) float64 {
	switch {
	case q <= 0 && p == 0 || q >= 1 && p == 1:
		return 0
	case q <= 0 || q >= 1:
		return math.Inf(1)
	}
	return bernoulliKL(p, q)
}

// forgottenFirst is largest for scores that may be infinite: it chooses uniformly among
// forgotten arms.
func forgottenFirst(scores []float64) []float64 {
	if !slices.Contains(scores, math.Inf(1)) {
		return largest(scores)
	}
	return normalized(param.Map(scores, func(s float64) float64 { return oneIf(math.IsInf(s, 1)) }))
}
