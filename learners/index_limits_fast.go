//go:build !plain

package learners

import (
	"math"
	"slices"
)

// indexLimits finds the largest of indices that depend only on time, except the played arm's
// index. Upper limits that hold for many rounds replace the indices: the leader's index usually
// exceeds all other limits, so no other index is computed.
type indexLimits struct {
	limits []float64 // upper limits of the indices before round until; the played arm's is out of date
	until  int
	top    float64 // the level of round until
	first  int     // the played arm
	rival  float64 // the largest limit of the other arms
	level  float64 // at the latest Choose
}

// An indexRule computes indices and limits.
type indexRule interface {
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

// An indexLearner is a plain learner of indices.
type indexLearner interface {
	plainBandit
	indexRule
	parts() (*bandit, *tally)
}

func (l *tallyBandit) parts() (*bandit, *tally)  { return &l.bandit, &l.tally }
func (w *windowBandit) parts() (*bandit, *tally) { return &w.bandit, &w.tally }

// fastIndices computes few of the indices of a plain learner.
type fastIndices struct {
	indexLearner
	b      *bandit // state of indexLearner
	y      *tally  // state of indexLearner
	limits indexLimits
}

func init() {
	for _, id := range []string{"ucb1", "ucb-ldp-b", "kl-ucb"} {
		twin(id, func(l indexLearner) Learner { return newFastIndices(l) })
	}
}

func newFastIndices(l indexLearner) *fastIndices {
	b, y := l.parts()
	return &fastIndices{l, b, y, newIndexLimits(len(b.scores))}
}

func (l *fastIndices) Choose(t int) []int { return l.limits.choose(t, l.b, l.y, l.indexLearner) }

func (l *fastIndices) Certain(t int) Forecast { return l.limits.certain(t, l.b, l.y, l.indexLearner) }

func (l *fastIndices) Take(t int, taken *Block) {
	j := l.b.play[0]
	l.b.round = t + taken.Rounds - 1
	l.y.counts[j] += float64(taken.Rounds)
	l.y.sums[j] = taken.AddTo(l.y.sums[j], 0)
}

func (l *fastIndices) clone() *fastIndices {
	c := newFastIndices(l.indexLearner.Clone().(indexLearner))
	c.limits = l.limits.clone()
	return c
}

func (l *fastIndices) Clone() Learner { return l.clone() }

func (l *fastIndices) Suppose(arm int, more float64) bool {
	l.limits.forget()
	return l.indexLearner.Suppose(arm, more)
}

func (l *fastIndices) Explain() Explanation { return explainPlainly(l.b.round, l.indexLearner.Clone()) }

func newIndexLimits(arms int) indexLimits { return indexLimits{limits: make([]float64, arms)} }

func (c *indexLimits) clone() indexLimits {
	d := *c
	d.limits = slices.Clone(c.limits)
	return d
}

// forget makes the next choose compute all limits again.
func (c *indexLimits) forget() { c.until, c.top = 0, 0 }

// choose pulls each arm once, then plays an arm with the largest index, breaking ties at
// random. It computes other indices than the leader's only in a close race.
func (c *indexLimits) choose(t int, b *bandit, y *tally, rule indexRule) []int {
	if b.firstPull(t) {
		return b.play[:]
	}
	c.level = rule.levelAt(float64(t))
	if first := b.play[0]; t < c.until {
		c.limits[first] = rule.limit(first, c.top)
		if c.limits[first] <= c.rival { // otherwise the order is unchanged
			c.rank()
		}
	} else {
		c.renew(t, b.play[0], rule)
		c.rank()
	}
	if n := y.counts[c.first]; rule.above(c.first, n, y.sums[c.first]/n, c.level, c.rival) {
		b.play[0] = c.first
	} else {
		c.race(b, rule)
	}
	return b.play[:]
}

// renew computes limits for many rounds.
func (c *indexLimits) renew(t, first int, rule indexRule) {
	// This raises a level of ln t by 0.1%, and an index by less than 0.1% of its width.
	c.until = t + 1 + min(t/1024, 4096)
	before := c.top
	c.top = rule.levelAt(float64(c.until))
	for j, limit := range c.limits {
		if before > 0 && j != first {
			c.limits[j] = rule.raise(j, limit, before, c.top)
		} else {
			c.limits[j] = rule.limit(j, c.top)
		}
	}
}

// rank finds the arm with the largest limit, and the second largest limit.
func (c *indexLimits) rank() {
	largest, second := math.Inf(-1), math.Inf(-1)
	for j, limit := range c.limits {
		if limit > second {
			if limit > largest {
				c.first, largest, second = j, limit, largest
			} else {
				second = limit
			}
		}
	}
	c.rival = second
}

// race plays the arm with the largest index among those whose limits exceed the leader's index.
func (c *indexLimits) race(b *bandit, rule indexRule) {
	best, largest, tied := c.first, rule.index(c.first, c.level), false
	for j, limit := range c.limits {
		if limit < largest || j == c.first {
			continue
		}
		switch index := rule.index(j, c.level); {
		case index > largest:
			best, largest, tied = j, index, false
		case index == largest:
			tied = true
		}
	}
	b.play[0] = best
	if tied {
		for j := range b.scores {
			b.scores[j] = rule.index(j, c.level)
		}
		b.playBest()
	}
	if b.play[0] != c.first {
		c.first, c.rival = b.play[0], c.limits[c.first]
	}
}

// certain implements Certain for rewards in [0,1].
func (c *indexLimits) certain(t int, b *bandit, y *tally, rule indexRule) Forecast {
	j, last := b.play[0], c.until-t
	if b.round <= len(b.scores) || last < 2 {
		return one
	}
	n, level := y.counts[j], c.level
	if len(b.scores) == 1 {
		return keeps(last)
	}
	mean := y.sums[j] / n
	// A round moves the index by a fraction of its width, and by its loss divided by n. Allow
	// the expected losses and one standard deviation more.
	own, ok := rule.scale(j, c.limits[j])
	rival, _ := rule.scale(j, c.rival)
	lead, drift, variance := .9*(own-rival)*n, (own-mean)/2, mean*(1-mean)
	if !ok || !(lead > 0) {
		return one
	}
	guess := (lead - mean*(1+math.Sqrt(variance*lead/(drift+variance)))) / (drift + variance)
	for guess = min(guess, float64(last)); guess >= 2; guess *= .75 {
		losses := (1-mean)*guess + math.Sqrt(variance*guess) + 1
		// The mean is lowest if all losses come first, the width at the end.
		if rule.above(j, n+guess, y.sums[j]/(n+losses), level, c.rival) {
			return Forecast{Rounds: int(guess), Losses: losses}
		}
	}
	for guess = min(lead/drift, float64(last), 64); guess >= 2; guess *= .75 {
		if rule.above(j, n+guess, mean, level, c.rival) {
			return Forecast{Rounds: int(guess)}
		}
	}
	return one
}
