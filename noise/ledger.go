package noise

import (
	"cmp"
	"math"
	"slices"

	"regretscope/noise/param"
)

// An Account is the state of a ledger after some round.
type Account struct {
	CostliestRound float64 // the largest total ε over all rounds' reward vectors
	// AllRounds bounds the loss of one person who supplied the rewards of all released
	// rounds: a release of n rounds counts n times, because n replaced rewards move its sum
	// by n. The bound is tight for Laplace sums of disjoint rounds (group privacy).
	AllRounds float64
	Releases  int
	Last      Release // the newest release; meaningless while Releases is 0
}

// A Ledger adds up the privacy loss of releases under event-level neighbors (one round's whole
// reward vector is replaced). Its memory does not grow with the number of rounds: for each arm it
// keeps the total of the worst round, and the stretches of rounds that may still become the worst.
//
// An event covers the rewards of the arms observed in its round; observed is the largest number of
// these. CostliestRound is exact for one observed arm and for joint releases. For several arms it
// is the sum of the worst arms' totals, an upper bound that is attained once a release covers one
// round for all its arms. Event returns the same event for other notions of privacy.
type Ledger struct {
	observed  int
	arms      []stretches
	joint     stretches
	worstArms float64 // the sum of the observed largest totals over the arms
	initial   total
	round0    use // of round 0
	account   Account
	made      []Perturbation // all but sums with normal noise, in order of first use
	newest    int            // index in made of the newest
	bound     bool           // some release reveals less than its perturbation
}

// A stretch is an interval of rounds up to last, with the total ε and the uses of its worst round.
type stretch struct {
	last  int
	spent total
	use   use
}

// A total is a sum of ε. A stretch of equal terms is kept as a product, so that B releases of
// ε/B sum to ε without rounding error.
type total struct {
	before, term float64
	times        int
}

func (t *total) add(epsilon float64) {
	if epsilon != t.term {
		t.before, t.term, t.times = t.value(), epsilon, 0
	}
	t.times++
}

func (t *total) value() float64 {
	if t.times == 0 {
		return t.before // 0·∞ is NaN
	}
	return t.before + float64(t.times)*t.term
}

type stretches struct {
	open  []stretch
	max   float64
	worst use
}

// NewLedger returns an empty ledger. At most observed of the arms show their reward in one
// round: 1 for bandits, the rank for matroids.
func NewLedger(arms, observed int) *Ledger {
	return &Ledger{observed: observed, arms: make([]stretches, arms)}
}

// Add records a release and copies its slices.
func (l *Ledger) Add(r *Release) {
	l.account.Releases++
	number := l.number(&r.Perturbation)
	l.bound = l.bound || r.Bound
	l.account.AllRounds += float64(r.Observations) * r.Epsilon
	last := &l.account.Last
	arms, terms := append(last.Arms[:0], r.Arms...), append(last.Terms[:0], r.Terms...)
	*last = *r
	last.Arms, last.Terms = arms, terms
	switch {
	case r.Round == 0:
		// Round 0 shows every arm once, in one event.
		l.initial.add(r.Epsilon)
		l.round0.add(r, number)
	case r.Joint():
		l.joint.cover(r, number)
	default:
		for _, arm := range r.Arms {
			before := l.arms[arm].max
			l.arms[arm].cover(r, number)
			if now := l.arms[arm].max; now > before { // seldom: most data is disjoint
				l.raise(now)
			}
		}
	}
	l.account.CostliestRound = max(l.initial.value(), l.joint.max+l.worstArms)
}

// raise updates the sum of the worst arms after one arm's total has risen to most.
func (l *Ledger) raise(most float64) {
	if l.observed == 1 {
		l.worstArms = max(l.worstArms, most)
		return
	}
	totals := param.Map(l.arms, func(s stretches) float64 { return s.max })
	slices.Sort(totals)
	var sum total
	for i := len(totals) - 1; i >= 0 && i >= len(totals)-l.observed; i-- {
		sum.add(totals[i])
	}
	l.worstArms = sum.value()
}

// cover charges a release to the rounds of its data. Releases come in the order of their last round, so only the
// newest stretches can be covered again (the binary mechanism's nodes nest). A release that covers a stretch covers
// all newer ones too, so a stretch whose ε and uses do not exceed those of a newer one can never be the worst again,
// and is dropped.
func (s *stretches) cover(r *Release, number int) {
	merged := stretch{last: r.Last}
	n := len(s.open)
	for ; n > 0 && s.open[n-1].last >= r.First; n-- {
		old := &s.open[n-1]
		if old.spent.value() > merged.spent.value() {
			merged.spent = old.spent
		}
		merged.use.raise(&old.use)
	}
	merged.spent.add(r.Epsilon)
	merged.use.add(r, number)
	spent := merged.spent.value()
	for n > 0 && s.open[n-1].spent.value() <= spent && merged.use.covers(&s.open[n-1].use) {
		n--
	}
	s.open = append(s.open[:n], merged)
	s.max = max(s.max, spent)
	s.worst.raise(&merged.use)
}

// Account returns a copy of the account.
func (l *Ledger) Account() Account {
	a := l.account
	a.Last.Arms, a.Last.Terms = slices.Clone(a.Last.Arms), slices.Clone(a.Last.Terms)
	return a
}

// CostliestRound returns Account().CostliestRound without copying the account.
func (l *Ledger) CostliestRound() float64 { return l.account.CostliestRound }

// AllRounds returns Account().AllRounds without copying the account.
func (l *Ledger) AllRounds() float64 { return l.account.AllRounds }

// Clone returns an independent copy.
func (l *Ledger) Clone() *Ledger {
	c := *l
	c.account = l.Account()
	c.arms = param.Map(l.arms, stretches.clone)
	c.joint = l.joint.clone()
	return &c
}

func (s stretches) clone() stretches {
	s.open = slices.Clone(s.open)
	return s
}

// An Event lists the releases that used one round's rewards. All sums with normal noise are one term, because
// together they reveal as much as one sum with less noise: the inverse variances add up.
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

// raise sets u to the worse of the two uses, or to a bound on both if neither covers the other.
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

// Names of noise distributions, for Perturbation.Noise.
const (
	LaplaceNoise         = "Laplace"
	GaussianNoise        = "Gaussian"
	DiscreteLaplaceNoise = "discrete Laplace"
	BinomialNoise        = "binomial"
)

// A Perturbation describes the noise of a release. Package privacy computes its cost in every notion of privacy.
type Perturbation struct {
	Noise       string  // the distribution, such as LaplaceNoise
	Scale       float64 // the standard deviation of normal noise; the number of fair bits of binomial noise; 0 for no noise
	Sensitivity float64 // the largest change of the compared values when one round is replaced
	Candidates  int     // the number of arms in a selection; 0 if noisy values were published
}

// NoisySum returns the perturbation of a published sum of rewards.
func NoisySum(distribution string, scale float64) Perturbation {
	return Perturbation{Noise: distribution, Scale: scale, Sensitivity: 1}
}

// normal reports whether p is a sum with normal noise; several of these count as one.
func (p *Perturbation) normal() bool { return p.Noise == GaussianNoise && p.Candidates == 0 }

// A Release is one noisy output that a learner computed from rewards.
type Release struct {
	Round        int   // the round at the end of which it was made; 0 is before round 1
	Arms         []int // the arms whose rewards were used, from 0
	Observations int   // the number of rewards, or whole reward vectors, used
	First, Last  int   // the first and the last round of these rewards; 0 is before round 1
	Perturbation
	Epsilon float64 // the privacy loss of this release, +Inf without noise
	Bound   bool    // Epsilon is an upper bound: the release reveals less than its perturbation
	Terms   []ReleaseTerm
	Winner  int // the arm that a selection published; −1 if values were published
}

// A ReleaseTerm is one arm's sum in a release.
type ReleaseTerm struct {
	Arm           int
	Sum           float64 // the true sum
	Noise         float64 // the noise drawn
	Before, After float64 // the estimate or score before and after the release; NaN if none exists
}

// Joint reports whether the release used whole reward vectors, so that it costs ε once and not once for each arm.
func (r *Release) Joint() bool { return r.Winner >= 0 }

// A Sum is a sum of floats with its rounding error (Neumaier 1974): 10^10 terms add up as
// precisely as ten. Sums of whole numbers have no error. The zero value is 0.
type Sum struct{ sum, lost float64 }

// Add adds one more term.
func (s *Sum) Add(x float64) { *s = s.With(x) }

// With returns the sum with one more term.
func (s Sum) With(x float64) Sum {
	sum := s.sum + x
	if math.Abs(s.sum) >= math.Abs(x) {
		return Sum{sum, s.lost + ((s.sum - sum) + x)}
	}
	return Sum{sum, s.lost + ((x - sum) + s.sum)}
}

// Value returns the sum.
func (s Sum) Value() float64 { return s.sum + s.lost }

// IsWhole reports whether the sum is a whole number that needed no rounding.
func (s Sum) IsWhole() bool { return s.lost == 0 && s.sum == math.Trunc(s.sum) }

// tied is the relative difference up to which values are equal: that of means and scores which would be equal without
// rounding, such as means of decimal rewards. It is right for rewards with steps above it.
const tied = 1e-12

// TieLimit returns the smallest value that ties with the largest of some candidates: 1e-12 of its size below it.
func TieLimit(largest float64) float64 {
	if math.IsInf(largest, 0) {
		return largest
	}
	return largest - tied*math.Abs(largest)
}
