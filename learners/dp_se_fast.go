//go:build !plain

package learners

import "math"

func init() { fastPath("dp-se", func(l *dpSE) Learner { return &fastDPSE{dpSE: *l} }) }

// fastDPSE takes the rest of an epoch at once.
type fastDPSE struct {
	dpSE
	order []int // of the latest forecast
}

// Certain forecasts the arms of S in turn until the epoch ends, or the next start.
func (l *fastDPSE) Certain(t int) Forecast {
	left := math.MaxInt
	if l.restart > 0 {
		left = l.restart - t
	}
	if len(l.active) == 1 {
		return keeps(left)
	}
	i := l.turn % len(l.active)
	l.order = append(append(l.order[:0], l.active[i:]...), l.active[:i]...)
	return Forecast{Rounds: min(l.repeats*len(l.active)-l.turn, left), Losses: math.Inf(1), Turn: l.order}
}

func (l *fastDPSE) Take(t int, b *Block) {
	l.begin()
	if len(l.active) == 1 {
		return
	}
	i := l.turn % len(l.active)
	for _, x := range b.Values[0] {
		l.sums[l.active[i]].Add(x)
		if i++; i == len(l.active) {
			i = 0
		}
	}
	if l.turn += b.Rounds; l.turn == l.repeats*len(l.active) {
		l.endEpoch(t + b.Rounds - 1)
	}
}

func (l *fastDPSE) Clone() Learner { return &fastDPSE{dpSE: *l.dpSE.Clone().(*dpSE)} }
