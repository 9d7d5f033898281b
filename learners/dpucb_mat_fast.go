//go:build !plain

package learners

import "math"

func init() {
	twin("dpucb-mat", func(l *dpUCBMat) Learner { return &fastDPUCBMat{l, l, false} })
}

// fastDPUCBMat is DPUCB-MAT with forecasts.
type fastDPUCBMat struct {
	plainBases
	plain *dpUCBMat
	leaps bool
}

// A plainBases is a plain learner of bases, with the abilities that its twin forwards.
type plainBases interface {
	plainBandit
	Releaser
	Initializer
}

// Certain forecasts the current basis until the next release, or until an arm may catch up with
// the one before it in the greedy walk: a tie draws random numbers even if the basis stays. In
// a leap, only arms that could enter the basis count.
func (l *fastDPUCBMat) Certain(t int) Forecast {
	p := l.plain
	if p.covering || p.oracle.Drawn() {
		return keeps(1)
	}
	stays := math.MaxInt
	for _, e := range p.play {
		stays = min(stays, p.arms[e].target-p.arms[e].batch)
	}
	pairs := p.oracle.Neighbors
	if l.leaps {
		pairs = p.oracle.Rivals
	}
	c := crossing{
		epsilon: p.epsilon, factor: p.rank, leap: l.leaps,
		now: math.Sqrt(p.level(t)), last: math.Sqrt(p.level(t + stays + 2)),
	}
	for _, pair := range pairs() {
		if stays = c.rounds(t, stays, &p.arms[pair.Ahead], &p.arms[pair.Behind]); stays < 2 {
			return keeps(1)
		}
	}
	return keeps(stays)
}

func (l *fastDPUCBMat) Take(t int, b *Block) { l.plain.take(t, b) }

func (l *fastDPUCBMat) Leap() Ahead {
	l.leaps = true
	return l
}

func (l *fastDPUCBMat) Clone() Learner {
	plain := l.plain.Clone().(*dpUCBMat)
	return &fastDPUCBMat{plain, plain, l.leaps}
}
