package learners

import "math"

// leapingDPTS is Lazy-DP-TS that draws in which round another arm than the leader is
// played next, in place of all samples.
type leapingDPTS struct {
	lazyPosterior
	stairs stairs
	turn   int // the first round that does not play the leader, or that needs new stairs
	other  int // the arm that it plays
}

// Choose implements Learner.
func (l *leapingDPTS) Choose(t int) []int {
	if l.firstPull(t) {
		return l.play[:]
	}
	if t >= l.stairs.until {
		l.build(t)
	}
	if t > l.turn {
		l.turn, l.other = l.stairs.next(t, l.stairs.until, l, &l.stream)
	}
	if l.play[0] = l.stairs.leader; t == l.turn {
		l.play[0] = l.other
	}
	return l.play[:]
}

// build makes stairs for as many rounds as optimism needs to grow by a fifth of the
// smallest sample's standard deviation.
func (l *leapingDPTS) build(t int) {
	smallest := math.Inf(1)
	for j := range l.arms {
		smallest = min(smallest, l.arms[j].size)
	}
	growth := min(max(.03*l.epsilon*math.Sqrt(smallest), .005), .5)
	l.stairs.build(t, t+4+int(growth*float64(t)), l)
	for j := range l.arms {
		l.bound(t, j)
	}
	l.stairs.measure()
	l.turn = 0
}

// bound makes the stairs good for the present release of arm j, from round t on.
func (l *leapingDPTS) bound(t, j int) {
	l.stairs.bound(j, l.law(t, j), l.law(max(l.stairs.until-1, t), j))
}

// Hold implements Holder.
func (l *leapingDPTS) Hold(t int) int {
	if t <= len(l.arms) || t == l.turn {
		return 1
	}
	a := &l.arms[l.play[0]]
	return min(l.turn-t, a.target-a.batch)
}

// Observe implements Learner.
func (l *leapingDPTS) Observe(t int, feedback []float64) { l.Absorb(t, 1, feedback) }

// Absorb implements Holder. What is known of later rounds counts no longer after a
// release.
func (l *leapingDPTS) Absorb(t, n int, sums []float64) {
	l.begin()
	l.round = t + n - 1
	j := l.play[0]
	l.add(t, n, j, sums[0], &l.stream)
	if len(l.releases) == 0 {
		return
	}
	if l.turn = 0; j == l.stairs.leader {
		l.stairs.until = 0
		return
	}
	l.bound(t+n, j)
	l.stairs.measure()
}

// Clone implements Learner.
func (l *leapingDPTS) Clone() Learner {
	return &leapingDPTS{l.lazyPosterior.clone(), l.stairs.clone(), l.turn, l.other}
}
