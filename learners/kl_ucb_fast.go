//go:build !plain

package learners

import (
	"math"
)

// levelAt returns the level of KL-UCB's indices.
func (l *klUCB) levelAt(t float64) float64 { return explorationLevel(t, l.c) }

// index returns the bound's rank (klRank).
func (l *klUCB) index(j int, level float64) float64 {
	n := l.counts[j]
	return klRank(l.sums[j]/n, level/n)
}

func (l *klUCB) limit(j int, level float64) float64 {
	return l.index(j, level) + klSlack(level/l.counts[j])
}

func (l *klUCB) raise(j int, limit, lower, higher float64) float64 {
	n := l.counts[j]
	if limit = klRaise(l.sums[j]/n, limit, (higher-lower)/n); limit > 1-slack {
		return math.Inf(1) // ranks above 1 − 1e−12 are not bounds
	}
	return limit
}

// above needs no root: the index exceeds the rival's if the rival's is within the arm's bound.
func (l *klUCB) above(_ int, n, mean, level, rival float64) bool {
	return klAbove(n, mean, level, rival)
}

func (l *klUCB) scale(_ int, rank float64) (x float64, ok bool) { return min(rank, 1), true }

// klRaise returns an upper limit of the bound on a mean after its level rises, given an upper
// limit q before. The bound is concave in its level, so a tangent lies above it, also one that
// touches below.
func klRaise(mean, q, rise float64) float64 {
	const room = 4 * slack
	u := q - room
	if u <= mean || u >= 1 {
		return 1 + room
	}
	return q + rise*u*(1-u)/(u-mean)
}

// klAbove reports whether the bound on a mean of n observations is certain to exceed q.
func klAbove(n, mean, level, q float64) bool {
	q += klSlack(level / n)
	return q <= mean || q < 1 && n*klDivergence(mean, q) <= level
}

// slack bounds the rounding error of a mean or an index.
const slack = 1e-11

// klSlack bounds the rounding error of a bound at a level, with a margin.
func klSlack(level float64) float64 { return slack + 1e-15/math.Sqrt(level) }
