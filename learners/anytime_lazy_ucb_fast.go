//go:build !plain

package learners

import (
	"math"
	"math/bits"
)

func init() {
	twin("anytime-lazy-ucb", func(l *anytimeLazyUCB) Learner { return &fastAnytimeLazyUCB{*l} })
}

// fastAnytimeLazyUCB is Anytime-Lazy-UCB that knows how long its play stands.
type fastAnytimeLazyUCB struct{ anytimeLazyUCB }

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

// Certain is of the rounds up to the next release, or fewer. While none comes, only t
// moves the indices, and of two arms the one with the smaller batch gains on the other
// for ever: the play is kept until its batch is full or such an arm catches up with it.
func (l *fastAnytimeLazyUCB) Certain(t int) Forecast {
	if t <= len(l.scores) {
		return keeps(1)
	}
	j := l.play[0]
	own := &l.arms[j]
	stays := own.target - own.batch
	level := 3 * math.Log(float64(t))
	end := math.Sqrt(level + 3*float64(stays+2)/float64(t)) // above √(3 ln(t+stays+2))
	for i := range l.arms {
		other := &l.arms[i]
		switch {
		case i == j:
		case other.size == own.size && other.estimate == own.estimate:
			return one // ties are drawn anew every round
		case other.size < own.size && !l.leads(own, other, end):
			if until := l.catchesUp(own, other, 1) - float64(t); until < float64(stays) {
				stays = max(1, int(until))
			}
		}
	}
	return keeps(stays)
}

func (l *fastAnytimeLazyUCB) Take(t int, b *Block) { l.take(t, b) }

// Leap is the learner itself.
func (l *fastAnytimeLazyUCB) Leap() Ahead { return l }

func (l *fastAnytimeLazyUCB) Clone() Learner {
	return &fastAnytimeLazyUCB{*l.anytimeLazyUCB.Clone().(*anytimeLazyUCB)}
}
