//go:build !plain

package learners

import "math"

// leapingDPTS is Lazy-DP-TS that draws the next round in which another arm than the leader is
// played, instead of all samples.
type leapingDPTS struct {
	plainLazy
	plain  *lazyDPTS
	stairs stairs
	turn   int // the first round that plays another arm or needs new stairs
	other  int // the arm played in round turn
}

// Leap returns a learner that draws other random numbers.
func (l *fastLazyDPTS) Leap() Ahead {
	plain := l.plain.Clone().(*lazyDPTS)
	return &leapingDPTS{plainLazy: plain, plain: plain, stairs: newStairs(len(plain.arms), plain.posteriorSamples)}
}

func (l *leapingDPTS) Choose(t int) []int {
	if l.plain.firstPull(t) {
		return l.plain.play[:]
	}
	if t >= l.stairs.until {
		l.build(t)
	}
	if t > l.turn {
		l.turn, l.other = l.stairs.next(t, l.stairs.until, l.plain, &l.plain.stream)
	}
	l.plain.play[0] = l.stairs.leader
	if t == l.turn {
		l.plain.play[0] = l.other
	}
	return l.plain.play[:]
}

// build makes stairs that last until optimism grows by a fifth of the smallest sample's
// standard deviation.
func (l *leapingDPTS) build(t int) {
	smallest := math.Inf(1)
	for j := range l.plain.arms {
		smallest = min(smallest, l.plain.arms[j].size)
	}
	growth := min(max(.03*l.plain.epsilon*math.Sqrt(smallest), .005), .5)
	l.stairs.build(t, t+4+int(growth*float64(t)), l.plain)
	for j := range l.plain.arms {
		l.bound(t, j)
	}
	l.stairs.measure()
	l.turn = 0
}

// bound fits the stairs to arm j's current release from round t on.
func (l *leapingDPTS) bound(t, j int) {
	l.stairs.bound(j, l.plain.law(t, j), l.plain.law(max(l.stairs.until-1, t), j))
}

func (l *leapingDPTS) Certain(t int) Forecast {
	if t <= len(l.plain.arms) || t == l.turn {
		return keeps(1)
	}
	a := &l.plain.arms[l.plain.play[0]]
	return keeps(min(l.turn-t, a.target-a.batch))
}

func (l *leapingDPTS) Observe(t int, feedback []float64) {
	l.plain.Observe(t, feedback)
	l.released(t)
}

func (l *leapingDPTS) Take(t int, b *Block) {
	l.plain.take(t, b)
	l.released(l.plain.round)
}

// released discards the plan for later rounds if round t made a release.
func (l *leapingDPTS) released(t int) {
	if len(l.plain.Releases()) == 0 {
		return
	}
	j := l.plain.play[0]
	l.turn = 0
	if j == l.stairs.leader {
		l.stairs.until = 0
		return
	}
	l.bound(t+1, j)
	l.stairs.measure()
}

func (l *leapingDPTS) Clone() Learner {
	plain := l.plain.Clone().(*lazyDPTS)
	return &leapingDPTS{plain, plain, l.stairs.clone(), l.turn, l.other}
}
