package model

import "time"

// A pace knows how many rounds to play between two looks at the clock: so many
// that looking costs nothing, and so few that none comes late, whatever a round
// costs.
type pace struct {
	step int
	cost float64 // of one round, in nanoseconds
}

const (
	firstStep = 16
	maxStep   = 1 << 16
	usualCost = 200                  // of a round of all learners, in nanoseconds, before it has been measured
	stepTime  = 2 * time.Millisecond // that a step should take
)

// rounds is how many to play next.
func (p *pace) rounds() int {
	if p.step == 0 {
		return firstStep
	}
	return p.step
}

// takes is about how long n rounds take.
func (p *pace) takes(n int) time.Duration {
	if p.cost == 0 {
		return time.Duration(usualCost * n)
	}
	return time.Duration(p.cost * float64(n))
}

// measure plays up to n rounds, learns from how long they took, and returns the
// present time.
func (p *pace) measure(n int, play func()) time.Time {
	start := time.Now()
	play()
	end := time.Now()
	took := end.Sub(start)
	p.cost = float64(took) / float64(n)
	if p.step = p.rounds(); took > stepTime {
		p.step = max(1, int(float64(stepTime)/p.cost))
	} else if took < stepTime/4 && n >= p.step {
		p.step = min(2*p.step, maxStep)
	}
	return end
}
