//go:build !plain

package learners

import (
	"math"
	"slices"

	"regretscope/noise"
)

// An indexLearner is a plain learner that plays the largest of indices. An index depends only on
// time and on its arm's rewards.
type indexLearner interface {
	plainBandit
	parts() (*bandit, *tally)
	// levelAt returns the part of the indices that grows with the round.
	levelAt(t float64) float64
	// index returns the index of arm j at a level.
	index(j int, level float64) float64
	// limit returns a value that index does not exceed up to the level, rounding included.
	limit(j int, level float64) float64
	// raise returns a limit at the higher level, given a limit at the lower one.
	raise(j int, limit, lower, higher float64) float64
	// above reports whether arm j's index after n observations with this mean is certain to
	// exceed a rival's. It remains true for a larger mean, a higher level, or fewer
	// observations.
	above(j int, n, mean, level, rival float64) bool
	// scale converts an index of arm j to the scale of observations; ok is false if the index
	// decreases with them.
	scale(j int, index float64) (x float64, ok bool)
}

func (l *tallyBandit) parts() (*bandit, *tally)  { return &l.bandit, &l.tally }
func (w *windowBandit) parts() (*bandit, *tally) { return &w.bandit, &w.tally }

// fastIndices computes few indices. Upper limits that hold for many rounds replace them: the
// leader's index usually exceeds all other limits, so no other index is computed.
type fastIndices struct {
	indexLearner
	b *bandit // state of indexLearner
	y *tally  // state of indexLearner

	limits []float64 // upper limits of the indices before round until; the played arm's is out of date
	until  int
	top    float64 // the level of round until
	first  int     // the played arm
	rival  float64 // the largest limit of the other arms
	level  float64 // at the latest Choose
}

func init() {
	for _, id := range []string{"ucb1", "ucb-ldp-b", "kl-ucb"} {
		fastPath(id, func(l indexLearner) Learner { return newFastIndices(l) })
	}
}

func newFastIndices(l indexLearner) *fastIndices {
	b, y := l.parts()
	return &fastIndices{indexLearner: l, b: b, y: y, limits: make([]float64, len(b.scores))}
}

func (l *fastIndices) clone() *fastIndices {
	c := *l
	c.indexLearner = l.indexLearner.Clone().(indexLearner)
	c.b, c.y = c.parts()
	c.limits = slices.Clone(l.limits)
	return &c
}

func (l *fastIndices) Clone() Learner { return l.clone() }

func (l *fastIndices) Take(t int, taken *Block) {
	j := l.b.play[0]
	l.b.round = t + taken.Rounds - 1
	l.y.counts[j] += float64(taken.Rounds)
	l.y.sums[j] = taken.AddTo(l.y.sums[j], 0)
}

// Suppose makes the next Choose compute all limits again.
func (l *fastIndices) Suppose(arm int, more float64) bool {
	l.until, l.top = 0, 0
	return l.indexLearner.Suppose(arm, more)
}

func (l *fastIndices) Explain() Explanation { return explainPlainly(l.b.round, l.indexLearner.Clone()) }

// Choose pulls each arm once, then plays an arm with the largest index, breaking ties at random.
// It computes other indices than the leader's only in a close race.
func (l *fastIndices) Choose(t int) []int {
	if l.b.firstPull(t) {
		return l.b.play[:]
	}
	l.level = l.levelAt(float64(t))
	if first := l.b.play[0]; t < l.until {
		l.limits[first] = l.limit(first, l.top)
		if l.limits[first] <= l.rival { // otherwise the order is unchanged
			l.rank()
		}
	} else {
		l.renew(t, first)
		l.rank()
	}
	if l.above(l.first, l.y.counts[l.first], l.y.mean(l.first), l.level, l.rival) {
		l.b.play[0] = l.first
	} else {
		l.playContender()
	}
	return l.b.play[:]
}

// renew computes limits for many rounds.
func (l *fastIndices) renew(t, first int) {
	// This raises a level of ln t by 0.1%, and an index by less than 0.1% of its width.
	l.until = t + 1 + min(t/1024, 4096)
	before := l.top
	l.top = l.levelAt(float64(l.until))
	for j, limit := range l.limits {
		if before > 0 && j != first {
			l.limits[j] = l.raise(j, limit, before, l.top)
		} else {
			l.limits[j] = l.limit(j, l.top)
		}
	}
}

// rank finds the arm with the largest limit, and the second largest limit.
func (l *fastIndices) rank() {
	largest, second := math.Inf(-1), math.Inf(-1)
	for j, limit := range l.limits {
		if limit > second {
			if limit > largest {
				l.first, largest, second = j, limit, largest
			} else {
				second = limit
			}
		}
	}
	l.rival = second
}

// playContender plays the arm with the largest index among those whose limits reach the leader's
// index. Limits are above indices by more than indices that tie may differ.
func (l *fastIndices) playContender() {
	best, largest, second := l.first, l.index(l.first, l.level), math.Inf(-1)
	for j, limit := range l.limits {
		if j == l.first || limit < noise.TieLimit(largest) {
			continue
		}
		if index := l.index(j, l.level); index > largest {
			best, largest, second = j, index, largest
		} else {
			second = max(second, index)
		}
	}
	l.b.play[0] = best
	if second >= noise.TieLimit(largest) {
		for j := range l.b.scores {
			l.b.scores[j] = l.index(j, l.level)
		}
		l.b.playBest()
	}
	if l.b.play[0] != l.first {
		l.first, l.rival = l.b.play[0], l.limits[l.first]
	}
}

// Certain forecasts rounds with rewards in [0,1].
func (l *fastIndices) Certain(t int) Forecast {
	j, last := l.b.play[0], l.until-t
	if l.b.round <= len(l.b.scores) || last < 2 {
		return one
	}
	if len(l.b.scores) == 1 {
		return keeps(last)
	}
	n := l.y.counts[j]
	mean := l.y.mean(j)
	// A round moves the index by a fraction of its width, and by its loss divided by n. Allow
	// the expected losses and one standard deviation more.
	own, ok := l.scale(j, l.limits[j])
	rival, _ := l.scale(j, l.rival)
	lead, drift, variance := .9*(own-rival)*n, (own-mean)/2, mean*(1-mean)
	if !ok || !(lead > 0) {
		return one
	}
	guess := (lead - mean*(1+math.Sqrt(variance*lead/(drift+variance)))) / (drift + variance)
	for guess = min(guess, float64(last)); guess >= 2; guess *= .75 {
		losses := (1-mean)*guess + math.Sqrt(variance*guess) + 1
		// The mean is lowest if all losses come first, the width at the end.
		if l.above(j, n+guess, l.y.sums[j].Value()/(n+losses), l.level, l.rival) {
			return Forecast{Rounds: int(guess), Losses: losses}
		}
	}
	for guess = min(lead/drift, float64(last), 64); guess >= 2; guess *= .75 {
		if l.above(j, n+guess, mean, l.level, l.rival) {
			return Forecast{Rounds: int(guess)}
		}
	}
	return one
}

// levelAt returns the level of UCB1's indices.
func (l *ucb1) levelAt(t float64) float64 { return 2 * math.Log(t) }

func (l *ucb1) index(j int, level float64) float64 {
	n := l.counts[j]
	return l.mean(j) + math.Sqrt(level/n)
}

func (l *ucb1) limit(j int, level float64) float64 { return l.index(j, level) + slack }

func (l *ucb1) raise(j int, _, _, higher float64) float64 { return l.limit(j, higher) }

func (l *ucb1) above(_ int, n, mean, level, rival float64) bool {
	return mean+math.Sqrt(level/n) > rival
}

func (l *ucb1) scale(_ int, index float64) (x float64, ok bool) { return index, true }
