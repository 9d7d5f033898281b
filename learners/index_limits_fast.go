//go:build !plain

package learners

import (
	"math"
	"slices"
)

// indexLimits find the largest of indices that only time moves, except the index of
// the arm that was played. Upper limits that hold for many rounds take the place of
// the indices: usually the leader's index is above all others' limits, and no other
// index has to be computed.
type indexLimits struct {
	limits []float64 // of each arm's index in rounds before until; the played arm's is out of date
	until  int
	top    float64 // the level of round until
	first  int     // the arm that was played
	rival  float64 // the largest limit of the others
	level  float64 // at the newest Choose
}

// An indexRule is how indices and their limits are computed.
type indexRule interface {
	// level is what moves the indices of round t: it grows with t.
	level(t float64) float64
	// index of arm j at a level.
	index(j int, level float64) float64
	// limit is at least what index gives at the level and below, rounding included.
	limit(j int, level float64) float64
	// raise is at least limit at a higher level, given at least limit at a lower one.
	raise(j int, limit, lower, higher float64) float64
	// above reports whether the index that arm j would have after n observations with this
	// mean, at the level, is certain to be above a rival's. It stays true for more mean,
	// for a higher level and for fewer observations.
	above(j int, n, mean, level, rival float64) bool
	// scale takes an index of arm j to the scale of what is observed; ok is false if the
	// arm's index falls with that.
	scale(j int, index float64) (x float64, ok bool)
}

// An indexLearner is a plain learner of indices.
type indexLearner interface {
	plainBandit
	parts() (*bandit, *tally)
	rule() indexRule
}

func (l *tallyBandit) parts() (*bandit, *tally)  { return &l.bandit, &l.tally }
func (w *windowBandit) parts() (*bandit, *tally) { return &w.bandit, &w.tally }

// fastIndices is a learner of indices that computes few of them.
type fastIndices struct {
	indexLearner
	by     indexRule
	b      *bandit // the learner's
	y      *tally  // likewise
	limits indexLimits
}

func init() {
	for _, id := range []string{"ucb1", "ucb-ldp-b", "kl-ucb"} {
		twin(id, func(l indexLearner) Learner { return newFastIndices(l) })
	}
}

func newFastIndices(l indexLearner) *fastIndices {
	b, y := l.parts()
	return &fastIndices{l, l.rule(), b, y, newIndexLimits(len(b.scores))}
}

func (l *fastIndices) Choose(t int) []int { return l.limits.choose(t, l.b, l.y, l.by) }

func (l *fastIndices) Certain(t int) Forecast { return l.limits.certain(t, l.b, l.y, l.by) }

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

// forget makes the next choice compute all limits again, in place of raising old ones.
func (c *indexLimits) forget() { c.until, c.top = 0, 0 }

// choose pulls each arm once, and then plays an arm with the largest index in round t,
// ties at random. Other indices than the leader's are computed only for a tie or a
// close race.
func (c *indexLimits) choose(t int, b *bandit, y *tally, rule indexRule) []int {
	if b.firstPull(t) {
		return b.play[:]
	}
	c.level = rule.level(float64(t))
	if first := b.play[0]; t < c.until {
		c.limits[first] = rule.limit(first, c.top)
		if c.limits[first] <= c.rival { // else all stays as it was
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
	// This raises a level of ln t by a thousandth: an index by less than that of its width.
	c.until = t + 1 + min(t/1024, 4096)
	before := c.top
	c.top = rule.level(float64(c.until))
	for j, limit := range c.limits {
		if before > 0 && j != first {
			c.limits[j] = rule.raise(j, limit, before, c.top)
		} else {
			c.limits[j] = rule.limit(j, c.top)
		}
	}
}

// rank finds the arm of the largest limit, and the largest limit of all others.
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

// race plays the largest index of those whose limits leave it open which that is.
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

// certain is Certain for rewards in [0,1]: for how many rounds the play of round t is kept
// if it loses at most so much.
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
	// A round moves the index by a share of its width, and of its mean what it loses;
	// as many losses as are to be expected, and a standard deviation more, are allowed.
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
