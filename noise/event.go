package noise

import (
	"cmp"
	"math"
	"slices"
)

// An Event lists what one round's rewards were used for: each mechanism with its number of
// releases. All sums with normal noise are one part, because together they reveal as much
// as one sum with less noise: the inverse variances add up.
type Event struct {
	Parts []Part
	// Bound says that no single round was used for all of this, or that a release reveals
	// less than its mechanism, so that the cost is an upper bound.
	Bound bool
}

// A Part is a number of releases by one mechanism.
type Part struct {
	Mechanism
	Times int
}

// Event is the event of the release by itself.
func (r *Release) Event() Event {
	return Event{Parts: []Part{{r.Mechanism, 1}}, Bound: r.Bound}
}

// A use is an Event inside a ledger, which numbers its mechanisms. Nearly all
// learners have one, so that it takes no memory of its own.
type use struct {
	times     int     // releases by mechanism number 0
	others    []int   // by numbers 1, 2, …; never changed in place
	precision float64 // of all sums with normal noise: Σ (sensitivity/deviation)²
	bound     bool
}

// add enters a release by the mechanism of a number.
func (u *use) add(r *Release, number int) {
	switch {
	case r.normal():
		strength := r.Sensitivity / r.Scale
		u.precision += strength * strength
	case number == 0:
		u.times++
	default:
		others := make([]int, max(len(u.others), number))
		copy(others, u.others)
		others[number-1]++
		u.others = others
	}
}

// other is how many releases mechanism number i+1 made.
func (u *use) other(i int) int {
	if i < len(u.others) {
		return u.others[i]
	}
	return 0
}

// covers reports whether a round of use v was used for nothing that one of u was not.
func (u *use) covers(v *use) bool {
	if v.times > u.times || v.precision > u.precision {
		return false
	}
	for i, n := range v.others {
		if n > u.other(i) {
			return false
		}
	}
	return true
}

// raise makes u the worse of two rounds' uses; where neither covers the other, a
// bound on both.
func (u *use) raise(v *use) {
	switch {
	case u.covers(v):
	case v.covers(u):
		*u = *v
	default:
		u.combine(v, func(a, b int) int { return max(a, b) }, math.Max)
		u.bound = true
	}
}

// plus makes u both uses of one round.
func (u *use) plus(v *use) {
	u.combine(v, func(a, b int) int { return a + b }, func(a, b float64) float64 { return a + b })
}

// combine takes the numbers of two uses together.
func (u *use) combine(v *use, times func(a, b int) int, precision func(a, b float64) float64) {
	c := use{times: times(u.times, v.times), precision: precision(u.precision, v.precision), bound: u.bound || v.bound}
	for i := range max(len(u.others), len(v.others)) {
		c.others = append(c.others, times(u.other(i), v.other(i)))
	}
	*u = c
}

// number is the number of a release's mechanism, which it may have to be given.
func (l *Ledger) number(m *Mechanism) int {
	if m.normal() {
		return 0
	}
	if l.newest < len(l.made) && l.made[l.newest] == *m {
		return l.newest
	}
	l.newest = slices.Index(l.made, *m)
	if l.newest < 0 {
		l.newest = len(l.made)
		l.made = append(slices.Clip(l.made), *m)
	}
	return l.newest
}

// Event is what the worst event was used for, by all notions of privacy alike where
// Bound is false.
func (l *Ledger) Event() Event {
	u := l.costliestUse()
	u.plus(&l.joint.worst)
	u.raise(&l.round0)
	return l.event(&u)
}

func (l *Ledger) event(u *use) Event {
	e := Event{Bound: u.bound || l.bound}
	for i, m := range l.made {
		times := u.times
		if i > 0 {
			times = u.other(i - 1)
		}
		if times > 0 {
			e.Parts = append(e.Parts, Part{m, times})
		}
	}
	if u.precision > 0 {
		e.Parts = append(e.Parts, Part{NoisySum(GaussianNoise, 1/math.Sqrt(u.precision)), 1})
	}
	return e
}

// costliestUse is the sum of the uses of the observed arms that were used most.
func (l *Ledger) costliestUse() use {
	var worst use
	for i := range l.arms {
		worst.raise(&l.arms[i].worst)
	}
	if l.observed == 1 {
		return worst
	}
	uses := make([]use, len(l.arms))
	for i := range l.arms {
		uses[i] = l.arms[i].worst
	}
	slices.SortFunc(uses, func(a, b use) int {
		return cmp.Or(cmp.Compare(b.times, a.times), cmp.Compare(b.precision, a.precision))
	})
	inOrder := true // the first then are the worst, by all notions alike
	for i := 1; i < len(uses); i++ {
		inOrder = inOrder && uses[i-1].covers(&uses[i])
	}
	var sum use
	for i := range min(l.observed, len(uses)) {
		if inOrder {
			worst = uses[i]
		}
		sum.plus(&worst)
	}
	sum.bound = sum.bound || !inOrder
	return sum
}
