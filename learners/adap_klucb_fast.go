//go:build !plain

package learners

import (
	"math"
)

func init() {
	twin("adap-klucb", func(l *adapKLUCB) Learner { return &fastAdaPKLUCB{*newFastBatches(l).(*fastBatches), l} })
}

// fastAdaPKLUCB skips indices that are certain to be below another one.
type fastAdaPKLUCB struct {
	fastBatches
	plain *adapKLUCB
}

func (l *fastAdaPKLUCB) Choose(t int) []int {
	b := l.b
	if b.goesOn(t) {
		return b.play[:]
	}
	total, best := l.plain.alpha*math.Log(float64(t)), math.Inf(-1)
	for j := range b.arms {
		level := total / b.arms[j].size
		mean := clip(b.arms[j].estimate + level/b.epsilon)
		b.scores[j] = math.Inf(-1)
		if q := best - klSlack(level); q <= mean || klDivergence(mean, q) <= level {
			b.scores[j] = klRank(mean, level)
			best = max(best, min(b.scores[j], 1)) // ranks above 1 are not bounds
		}
	}
	return b.commit(t, b.arms[b.playBest()[0]].pulls)
}

func (l *fastAdaPKLUCB) Leap() Ahead { return l }

func (l *fastAdaPKLUCB) Clone() Learner {
	plain := l.plain.Clone().(*adapKLUCB)
	return &fastAdaPKLUCB{*newFastBatches(plain).(*fastBatches), plain}
}

func (l *fastAdaPKLUCB) Explain() Explanation {
	l.plain.rank(l.b.began)
	return l.plain.Explain()
}
