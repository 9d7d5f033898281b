//go:build !plain

package learners

import (
	"math"
)

// klUCBRule is the rule of KL-UCB's indices.
type klUCBRule struct{ *klUCB }

func (l *klUCB) rule() indexRule { return klUCBRule{l} }

func (r klUCBRule) level(t float64) float64 { return explorationLevel(t, r.c) }

// index returns the bound, and above all of them where it rounds to 1 (klRank).
func (r klUCBRule) index(j int, level float64) float64 {
	n := r.counts[j]
	return klRank(r.sums[j]/n, level/n)
}

func (r klUCBRule) limit(j int, level float64) float64 {
	return r.index(j, level) + klSlack(level/r.counts[j])
}

func (r klUCBRule) raise(j int, limit, lower, higher float64) float64 {
	n := r.counts[j]
	if limit = klRaise(r.sums[j]/n, limit, (higher-lower)/n); limit > 1-slack {
		return math.Inf(1) // above 1 − 1e−12, ranks are no bounds
	}
	return limit
}

// above finds no root: an index is above the rival's where the rival's lies within
// the arm's bound.
func (r klUCBRule) above(_ int, n, mean, level, rival float64) bool {
	return klAbove(n, mean, level, rival)
}

func (r klUCBRule) scale(_ int, rank float64) (x float64, ok bool) { return min(rank, 1), true }

// klRaise is at least the bound on a mean at a level that is higher by rise than the
// one at which it is at most q, slack included. Bounds are concave in their level: a
// tangent is above them, the more so where it touches further below.
func klRaise(mean, q, rise float64) float64 {
	const room = 4 * slack
	u := q - room
	if u <= mean || u >= 1 {
		return 1 + room
	}
	return q + rise*u*(1-u)/(u-mean)
}

// klAbove reports whether the bound on a mean of n observations is certain to be above q.
func klAbove(n, mean, level, q float64) bool {
	q += klSlack(level / n)
	return q <= mean || q < 1 && n*klDivergence(mean, q) <= level
}

// slack is by how much a mean or an index may be off through rounding.
const slack = 1e-11

// klSlack is by how much a bound at a level may be off through rounding, with room.
func klSlack(level float64) float64 { return slack + 1e-15/math.Sqrt(level) }
