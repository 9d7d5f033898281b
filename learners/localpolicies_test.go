package learners_test

import (
	"fmt"
	"math"
)

// The oracles of the learners behind local channels. Windows are cut from the
// whole history anew in every round, discounts are powers, and indices are
// found by plain bisection over rewards, not over bits.

// matrix is randomised response by its two probabilities (GAJ eq. 1).
type matrix struct{ p00, p11 float64 }

func (m matrix) g(x float64) float64       { return 1 - m.p00 + (m.p00+m.p11-1)*x }
func (m matrix) inverse(y float64) float64 { return (y - 1 + m.p00) / (m.p00 + m.p11 - 1) }
func (m matrix) String() string            { return fmt.Sprintf("rr(%v,%v)", m.p00, m.p11) }

// optimalMatrix is the ε-local optimum (GAJ eq. 2).
func optimalMatrix(epsilon float64) matrix {
	p := math.Exp(epsilon) / (1 + math.Exp(epsilon))
	return matrix{p, p}
}

func repeated(m matrix, k int) []matrix {
	all := make([]matrix, k)
	for j := range all {
		all[j] = m
	}
	return all
}

// newest cuts a history down to its last w rounds.
func newest(history []observation, w int) []observation {
	return history[max(0, len(history)-w):]
}

// corruptIndex is max{q : n·kl(mean, g(q)) ≤ level} by bisection over q. g takes
// the ends of its interval of rewards to 0 and 1.
func corruptIndex(m matrix, mean, n, level float64) float64 {
	if n == 0 {
		return math.Inf(1)
	}
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

// swKLUCBPolicy is GAJ Alg. 1; weight stands before the level and is 1.
func swKLUCBPolicy(matrices []matrix, w int, weight float64) policy {
	k := len(matrices)
	return func(history []observation) []float64 {
		t := len(history)
		if t < k {
			return certain(t, k)
		}
		counts, sums := tallies(newest(history, w), k)
		x := math.Log(float64(min(t, w)))
		level, scores := weight*(x+3*math.Log(max(1, x))), make([]float64, k)
		for j, m := range matrices {
			scores[j] = corruptIndex(m, sums[j]/counts[j], counts[j], level)
		}
		return forgottenFirst(scores)
	}
}

// forgottenFirst makes largest choose evenly among forgotten arms: ∞ − ∞ is no
// number there.
func forgottenFirst(scores []float64) []float64 {
	p, forgotten := make([]float64, len(scores)), 0.0
	for j, s := range scores {
		if math.IsInf(s, 1) {
			p[j] = 1
			forgotten++
		}
	}
	if forgotten == 0 {
		return largest(scores)
	}
	for j := range p {
		p[j] /= forgotten
	}
	return p
}

// swUCBPolicy is SW-UCB on debiased bits.
func swUCBPolicy(matrices []matrix, w int, alpha float64) policy {
	k := len(matrices)
	return func(history []observation) []float64 {
		round := len(history) + 1
		if round <= k {
			return certain(round-1, k)
		}
		scores, sums, counts := make([]float64, k), make([]float64, k), make([]float64, k)
		for _, o := range newest(history, w) {
			sums[o.arm] += matrices[o.arm].inverse(o.reward)
			counts[o.arm]++
		}
		for j := range scores {
			scores[j] = math.Inf(1)
			if counts[j] > 0 {
				scores[j] = sums[j]/counts[j] + math.Sqrt(alpha*math.Log(float64(min(round, w)))/counts[j])
			}
		}
		return forgottenFirst(scores)
	}
}

// dUCBPolicy is D-UCB on debiased bits.
func dUCBPolicy(matrices []matrix, gamma, alpha float64) policy {
	k := len(matrices)
	return func(history []observation) []float64 {
		if len(history) < k {
			return certain(len(history), k)
		}
		scores, sums, counts, total := make([]float64, k), make([]float64, k), make([]float64, k), 0.0
		for s, o := range history {
			share := math.Pow(gamma, float64(len(history)-1-s))
			sums[o.arm] += share * matrices[o.arm].inverse(o.reward)
			counts[o.arm] += share
			total += share
		}
		for j := range scores {
			scores[j] = sums[j]/counts[j] + math.Sqrt(alpha*math.Log(total)/counts[j])
		}
		return largest(scores)
	}
}

// ucbLDPLPolicy is LDP-UCB-L for k arms; noise is what stands before
// ln t/(ε²N), and is 32.
func ucbLDPLPolicy(k int, epsilon, noise float64) policy {
	return func(history []observation) []float64 {
		counts, sums := tallies(history, k)
		round, scores := float64(len(history)+1), make([]float64, k)
		for j, n := range counts {
			if n <= 4*math.Log(round+1) {
				return certain(j, k)
			}
			scores[j] = sums[j]/n + math.Sqrt(2*math.Log(round)/n) + math.Sqrt(noise*math.Log(round)/(epsilon*epsilon*n))
		}
		return largest(scores)
	}
}

// tsCFPolicy is TS-CF for two arms with the same increasing channel, on the
// newest w rounds.
func tsCFPolicy(w int, win duel) policy {
	sampled := thompsonPolicy(win, 1, 1)
	return func(history []observation) []float64 { return sampled(newest(history, w)) }
}
