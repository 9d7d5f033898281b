package noise

import (
	"cmp"
	"math"
	"slices"

	"regretscope/noise/param"
)

// An Event lists the releases that used one round's rewards. All sums with normal noise
// are one term, because together they reveal as much as one sum with less noise: the
// inverse variances add up.
type Event struct {
	Terms []EventTerm
	// Bound reports whether the cost is only an upper bound: no single round was used for
	// all terms, or a release reveals less than its perturbation.
	Bound bool
}

// An EventTerm is a number of releases by one perturbation.
type EventTerm struct {
	Perturbation
	Times int
}

// Event returns the event of this release alone.
func (r *Release) Event() Event {
	return Event{Terms: []EventTerm{{r.Perturbation, 1}}, Bound: r.Bound}
}

// A use is an Event inside a ledger, which numbers its perturbations. Nearly all learners have only
// one perturbation, so their uses need no slice.
type use struct {
	times     int     // releases by perturbation 0
	others    []int   // releases by perturbations 1, 2, …; never changed in place
	precision float64 // of all sums with normal noise: Σ (sensitivity/deviation)²
	bound     bool
}

// add records a release by the perturbation with the given number.
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

// other returns the number of releases by perturbation i+1.
func (u *use) other(i int) int {
	if i < len(u.others) {
		return u.others[i]
	}
	return 0
}

// covers reports whether u includes all of v's releases.
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

// raise sets u to the worse of the two uses, or to a bound on both if neither covers the
// other.
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

// plus adds v's releases to u.
func (u *use) plus(v *use) {
	u.combine(v, func(a, b int) int { return a + b }, func(a, b float64) float64 { return a + b })
}

// combine sets each count of u to the given function of both counts.
func (u *use) combine(v *use, times func(a, b int) int, precision func(a, b float64) float64) {
	c := use{times: times(u.times, v.times), precision: precision(u.precision, v.precision), bound: u.bound || v.bound}
	for i := range max(len(u.others), len(v.others)) {
		c.others = append(c.others, times(u.other(i), v.other(i)))
	}
	*u = c
}

// number returns the number of a perturbation, and assigns one to a new perturbation.
func (l *Ledger) number(m *Perturbation) int {
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

// Event returns the releases that used the costliest round's rewards. If Bound is false it is
// the costliest round in every notion of privacy.
func (l *Ledger) Event() Event {
	u := l.worstUse()
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
			e.Terms = append(e.Terms, EventTerm{m, times})
		}
	}
	if u.precision > 0 {
		e.Terms = append(e.Terms, EventTerm{NoisySum(GaussianNoise, 1/math.Sqrt(u.precision)), 1})
	}
	return e
}

// worstUse returns the sum of the uses of the observed arms that were used most.
func (l *Ledger) worstUse() use {
	var worst use
	for i := range l.arms {
		worst.raise(&l.arms[i].worst)
	}
	if l.observed == 1 {
		return worst
	}
	uses := param.Map(l.arms, func(s stretches) use { return s.worst })
	slices.SortFunc(uses, func(a, b use) int {
		return cmp.Or(cmp.Compare(b.times, a.times), cmp.Compare(b.precision, a.precision))
	})
	inOrder := true // if so, the first are the worst in every notion of privacy
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
