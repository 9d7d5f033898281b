//go:build !plain

package learners

import "math"

func init() {
	twin("dpucb-mat", func(l *dpUCBMat) Learner { return &fastDPUCBMat{dpUCBMat: *l} })
}

// fastDPUCBMat is DPUCB-MAT that knows how long its basis stands.
type fastDPUCBMat struct {
	dpUCBMat
	leaps bool
}

// Certain is of the rounds up to the next release, or until an arm may catch up with the
// one before it in the greedy walk: even where the basis stays, they may tie, and lots are
// drawn. In a leap only arms count that could take another's place in the basis.
func (l *fastDPUCBMat) Certain(t int) Forecast {
	if l.covering || l.oracle.Drawn() {
		return keeps(1)
	}
	stays := math.MaxInt
	for _, e := range l.play {
		stays = min(stays, l.arms[e].target-l.arms[e].batch)
	}
	pairs := l.oracle.Neighbors
	if l.leaps {
		pairs = l.oracle.Rivals
	}
	c := crossing{
		epsilon: l.epsilon, factor: l.rank, leap: l.leaps,
		now: math.Sqrt(l.level(t)), last: math.Sqrt(l.level(t + stays + 2)),
	}
	for _, p := range pairs() {
		if stays = c.rounds(t, stays, &l.arms[p.Ahead], &l.arms[p.Behind]); stays < 2 {
			return keeps(1)
		}
	}
	return keeps(stays)
}

func (l *fastDPUCBMat) Take(t int, b *Block) { l.take(t, b) }

// Leap is the learner itself.
func (l *fastDPUCBMat) Leap() Ahead {
	l.leaps = true
	return l
}

func (l *fastDPUCBMat) Clone() Learner {
	return &fastDPUCBMat{*l.dpUCBMat.Clone().(*dpUCBMat), l.leaps}
}
