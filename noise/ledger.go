package noise

import (
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

// A stretch is an interval of rounds up to last, with the total ε and the uses of its worst
// round.
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

// cover charges a release to the rounds of its data. Releases come in the order of their
// last round, so only the newest stretches can be covered again (the binary mechanism's
// nodes nest). A release that covers a stretch covers all newer ones too, so a stretch
// whose ε and uses do not exceed those of a newer one can never be the worst again, and is
// dropped.
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
