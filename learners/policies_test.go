package learners_test

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/combin"
	"gonum.org/v1/gonum/stat/distuv"
)

// The oracles of the learners without privacy. Each takes the constants that
// its paper fixes, so that companions can be wrong in one of them.

// ucb1Policy is Auer et al. 2002 for k arms; its own weight is 2.
func ucb1Policy(k int, weight float64) policy {
	return func(history []observation) []float64 {
		if len(history) < k {
			return certain(len(history), k)
		}
		counts, sums := tallies(history, k)
		scores, round := make([]float64, k), float64(len(history)+1)
		for j := range scores {
			scores[j] = sums[j]/counts[j] + math.Sqrt(weight*math.Log(round)/counts[j])
		}
		return largest(scores)
	}
}

// klUCBPolicy is Garivier & Cappé 2011 for k arms at level
// weight·(ln t + c ln max(1, ln t)); its own weight is 1. The index is found by
// plain bisection.
func klUCBPolicy(k int, weight, c float64) policy {
	return func(history []observation) []float64 {
		if len(history) < k {
			return certain(len(history), k)
		}
		counts, sums := tallies(history, k)
		scores, log := make([]float64, k), math.Log(float64(len(history)+1))
		level := weight * (log + c*math.Log(max(1, log)))
		for j := range scores {
			mean := sums[j] / counts[j]
			low, high := mean, 1.0
			for range 60 {
				q := (low + high) / 2
				if counts[j]*bernoulliKL(mean, q) <= level {
					low = q
				} else {
					high = q
				}
			}
			scores[j] = low
		}
		return largest(scores)
	}
}

// bernoulliKL is kl(p,q) for q inside (0,1), with 0 ln 0 = 0.
func bernoulliKL(p, q float64) float64 {
	term := func(a, b float64) float64 {
		if a == 0 {
			return 0
		}
		return a * math.Log(a/b)
	}
	return term(p, q) + term(1-p, 1-q)
}

// A duel is the probability that Beta(a,b) gives more than Beta(c,d).
type duel func(a, b, c, d float64) float64

// thompsonPolicy is Thompson sampling on two arms with Beta priors; its own
// prior is (1,1). Duels are remembered: few differ in one enumeration.
func thompsonPolicy(win duel, priorA, priorB float64) policy {
	known := map[[4]float64]float64{}
	return func(history []observation) []float64 {
		n, s := tallies(history, 2)
		key := [4]float64{s[0] + priorA, n[0] - s[0] + priorB, s[1] + priorA, n[1] - s[1] + priorB}
		first, ok := known[key]
		if !ok {
			first = win(key[0], key[1], key[2], key[3])
			known[key] = first
		}
		return []float64{first, 1 - first}
	}
}

// countedDuel is exact for whole parameters. Beta(a,b) is the a-th smallest of
// a+b−1 uniforms and Beta(c,d) the c-th of c+d−1 others; in the merged order of
// all of them, every arrangement equally likely, the first wins if at least c
// of the others precede it. k of them do in C(a−1+k,k)·C(b−1+m−k,m−k) of
// C(a+b−1+m,m) arrangements, m = c+d−1.
func countedDuel(a, b, c, d float64) float64 {
	m, ways := int(c+d)-1, 0.0
	for k := int(c); k <= m; k++ {
		ways += float64(combin.Binomial(int(a)-1+k, k)) * float64(combin.Binomial(int(b)-1+m-k, m-k))
	}
	return ways / float64(combin.Binomial(int(a+b)-1+m, m))
}

// integratedDuel is ∫ f(x) G(x) dx with the density of the one and the cdf of
// the other, for any parameters.
func integratedDuel(a, b, c, d float64) float64 {
	f, g := distuv.Beta{Alpha: a, Beta: b}, distuv.Beta{Alpha: c, Beta: d}
	return quad.Fixed(func(x float64) float64 { return f.Prob(x) * g.CDF(x) }, 0, 1, 100, quad.Legendre{}, 0)
}
