//go:build !plain

package learners

import (
	"math"
	"math/bits"
)

func init() {
	twin("anytime-lazy-ucb", func(l *anytimeLazyUCB) Learner { return &fastAnytimeLazyUCB{l, l, false} })
}

// fastAnytimeLazyUCB is Anytime-Lazy-UCB with forecasts.
type fastAnytimeLazyUCB struct {
	plainLazy
	plain *anytimeLazyUCB
	leaps bool
}

// Choose multiplies by 1/O_j, which is exact because O_j is a power of two.
func (l *fastAnytimeLazyUCB) Choose(t int) []int {
	p := l.plain
	if p.firstPull(t) {
		return p.play[:]
	}
	log := 3 * math.Log(float64(t))
	bias := log / p.epsilon
	for j := range p.arms {
		a := &p.arms[j]
		inverse := shares[bits.TrailingZeros64(uint64(a.size))].of
		p.scores[j] = a.estimate + math.Sqrt(log*inverse) + bias*inverse
	}
	return p.playBest()
}

// Certain forecasts the current play until the next release, or until another arm may catch up.
func (l *fastAnytimeLazyUCB) Certain(t int) Forecast {
	p := l.plain
	if t <= len(p.scores) {
		return keeps(1)
	}
	own := &p.arms[p.play[0]]
	stays := own.target - own.batch
	level := 3 * math.Log(float64(t))
	c := crossing{
		epsilon: p.epsilon, factor: 1, leap: l.leaps, now: math.Sqrt(level),
		last: math.Sqrt(level + 3*float64(stays+2)/float64(t)), // above √(3 ln(t+stays+2))
	}
	for i := range p.arms {
		if other := &p.arms[i]; other != own {
			if stays = c.rounds(t, stays, own, other); stays < 2 {
				return keeps(1)
			}
		}
	}
	return keeps(stays)
}

func (l *fastAnytimeLazyUCB) Take(t int, b *Block) { l.plain.take(t, b) }

func (l *fastAnytimeLazyUCB) Leap() Ahead {
	l.leaps = true
	return l
}

func (l *fastAnytimeLazyUCB) Clone() Learner {
	plain := l.plain.Clone().(*anytimeLazyUCB)
	return &fastAnytimeLazyUCB{plain, plain, l.leaps}
}
