//go:build !plain

package learners

import (
	"math"
	"math/bits"
)

func init() {
	twin("anytime-lazy-ucb", func(l *anytimeLazyUCB) Learner { return &fastAnytimeLazyUCB{anytimeLazyUCB: *l} })
}

// fastAnytimeLazyUCB is Anytime-Lazy-UCB that knows how long its play stands.
type fastAnytimeLazyUCB struct {
	anytimeLazyUCB
	leaps bool
}

// Choose multiplies by 1/O_j, which is exact: O_j is a power of two.
func (l *fastAnytimeLazyUCB) Choose(t int) []int {
	if l.firstPull(t) {
		return l.play[:]
	}
	log := 3 * math.Log(float64(t))
	bias := log / l.epsilon
	for j := range l.arms {
		a := &l.arms[j]
		inverse := shares[bits.TrailingZeros64(uint64(a.size))].of
		l.scores[j] = a.estimate + math.Sqrt(log*inverse) + bias*inverse
	}
	return l.playBest()
}

// Certain is of the rounds up to the next release, or until another arm may catch up.
func (l *fastAnytimeLazyUCB) Certain(t int) Forecast {
	if t <= len(l.scores) {
		return keeps(1)
	}
	own := &l.arms[l.play[0]]
	stays := own.target - own.batch
	level := 3 * math.Log(float64(t))
	c := crossing{
		epsilon: l.epsilon, factor: 1, leap: l.leaps, now: math.Sqrt(level),
		last: math.Sqrt(level + 3*float64(stays+2)/float64(t)), // above √(3 ln(t+stays+2))
	}
	for i := range l.arms {
		if other := &l.arms[i]; other != own {
			if stays = c.rounds(t, stays, own, other); stays < 2 {
				return keeps(1)
			}
		}
	}
	return keeps(stays)
}

func (l *fastAnytimeLazyUCB) Take(t int, b *Block) { l.take(t, b) }

// Leap is the learner itself.
func (l *fastAnytimeLazyUCB) Leap() Ahead {
	l.leaps = true
	return l
}

func (l *fastAnytimeLazyUCB) Clone() Learner {
	return &fastAnytimeLazyUCB{*l.anytimeLazyUCB.Clone().(*anytimeLazyUCB), l.leaps}
}
