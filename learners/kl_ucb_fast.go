//go:build !plain

package learners

import (
	"math"
)

func init() {
	twin("kl-ucb", func(l *klUCB) Learner { return &fastKLUCB{l, l, newIndexLimits(len(l.scores))} })
}

// fastKLUCB is KL-UCB that computes few indices.
type fastKLUCB struct {
	plainBandit
	plain  *klUCB
	limits indexLimits
}

func (l *fastKLUCB) Choose(t int) []int {
	return l.limits.choose(t, &l.plain.bandit, &l.plain.tally, l)
}

func (l *fastKLUCB) level(t float64) float64 { return explorationLevel(t, l.plain.c) }

// index is the bound, and above all of them where it rounds to 1 (klRank).
func (l *fastKLUCB) index(j int, level float64) float64 {
	n := l.plain.counts[j]
	return klRank(l.plain.sums[j]/n, level/n)
}

func (l *fastKLUCB) limit(j int, level float64) float64 {
	return l.index(j, level) + klSlack(level/l.plain.counts[j])
}

func (l *fastKLUCB) raise(j int, limit, lower, higher float64) float64 {
	n := l.plain.counts[j]
	if limit = klRaise(l.plain.sums[j]/n, limit, (higher-lower)/n); limit > 1-slack {
		return math.Inf(1) // above 1 − 1e−12, ranks are no bounds
	}
	return limit
}

// above finds no root: an index is above the rival's where the rival's lies within
// the arm's bound.
func (l *fastKLUCB) above(_ int, n, mean, level, rival float64) bool {
	return klAbove(n, mean, level, rival)
}

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

func (l *fastKLUCB) Certain(t int) Forecast {
	return l.limits.certain(t, &l.plain.bandit, &l.plain.tally, l, func(rank float64) float64 { return min(rank, 1) })
}

func (l *fastKLUCB) Take(t int, b *Block) { l.plain.take(t, b, &l.plain.bandit) }

func (l *fastKLUCB) Clone() Learner {
	plain := l.plain.Clone().(*klUCB)
	return &fastKLUCB{plain, plain, l.limits.clone()}
}

func (l *fastKLUCB) Suppose(arm int, more float64) bool {
	l.limits.forget()
	return l.plain.Suppose(arm, more)
}

func (l *fastKLUCB) Explain() Explanation { return explainPlainly(l.plain.round, l.plain.Clone()) }
