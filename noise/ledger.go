package noise

import "slices"

// Account is what a ledger says at one round.
type Account struct {
	Worst float64 // worst event: the largest total ε over all rounds' reward vectors
	// AllRounds bounds what a person loses who was behind all rounds that were released:
	// a release of n rounds counts n times, because n replaced rewards move its sum by n.
	// Laplace sums of disjoint rounds lose all of it (group privacy).
	AllRounds float64
	Releases  int     // how many releases there were
	Last      Release // the newest release; meaningless while Releases is 0
}

// A Ledger adds up what releases cost under event-level neighbours (one round's
// whole reward vector is replaced). Memory does not grow with the number of
// rounds: for each arm it keeps the total of the costliest round, and stretches of
// rounds of which one may become the costliest.
//
// An event touches the rewards of the arms that were observed in its round, at
// most observed of them. For one observed arm, and for joint releases, Worst is
// exact; for more it is the sum of the costliest arms' totals, which is never
// below the truth and equals it as soon as one round is covered for all its
// arms. Event says the same of every other notion of privacy.
type Ledger struct {
	observed  int
	arms      []stretches
	joint     stretches
	costliest float64 // the sum of the observed largest totals over the arms
	initial   total
	round0    use // of round 0
	account   Account
	made      []Mechanism // all but sums with normal noise, in the order in which they were met
	newest    int         // the number of the newest
	bound     bool        // some release reveals less than its mechanism
}

// stretch is an interval of rounds, by its last, the total ε of its costliest round and
// what its worst round was used for.
type stretch struct {
	last  int
	spent total
	use   use
}

// total is a sum of ε. A run of equal terms is kept as a product, so that B
// releases of ε/B cost ε and not a rounding more.
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
		return t.before // 0 times infinity is no number
	}
	return t.before + float64(t.times)*t.term
}

type stretches struct {
	open  []stretch
	most  float64
	worst use
}

// NewLedger returns an empty ledger for the given number of arms, of which at
// most observed show their reward in one round: 1 for bandits, the rank for
// matroids.
func NewLedger(arms, observed int) *Ledger {
	return &Ledger{observed: observed, arms: make([]stretches, arms)}
}

// Add enters a release. The release's slices are copied.
func (l *Ledger) Add(r *Release) {
	l.account.Releases++
	number := l.number(&r.Mechanism)
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
			before := l.arms[arm].most
			l.arms[arm].cover(r, number)
			if now := l.arms[arm].most; now > before { // seldom: most data is disjoint
				l.raise(now)
			}
		}
	}
	l.account.Worst = max(l.initial.value(), l.joint.most+l.costliest)
}

// raise finds the sum of the costliest arms anew, after one arm's total has risen.
func (l *Ledger) raise(most float64) {
	if l.observed == 1 {
		l.costliest = max(l.costliest, most)
		return
	}
	totals := make([]float64, len(l.arms))
	for i := range l.arms {
		totals[i] = l.arms[i].most
	}
	slices.Sort(totals)
	var sum total
	for i := len(totals) - 1; i >= 0 && i >= len(totals)-l.observed; i-- {
		sum.add(totals[i])
	}
	l.costliest = sum.value()
}

// cover charges a release to the rounds its data came from. Releases come in
// the order of their last round, so only the newest stretches can be covered
// again (the binary mechanism's nodes nest). What covers an older stretch covers all
// newer ones too: one that has spent no more than a newer one, and was used for nothing
// else, is never the worst again, and is forgotten.
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
	costliest := merged.spent.value()
	for n > 0 && s.open[n-1].spent.value() <= costliest && merged.use.covers(&s.open[n-1].use) {
		n--
	}
	s.open = append(s.open[:n], merged)
	s.most = max(s.most, costliest)
	s.worst.raise(&merged.use)
}

// Account returns the state after the releases so far. It shares nothing with
// the ledger.
func (l *Ledger) Account() Account {
	a := l.account
	a.Last.Arms, a.Last.Terms = slices.Clone(a.Last.Arms), slices.Clone(a.Last.Terms)
	return a
}

// Worst returns the account's worst event alone, without copying.
func (l *Ledger) Worst() float64 { return l.account.Worst }

// AllRounds returns that of the account alone, without copying.
func (l *Ledger) AllRounds() float64 { return l.account.AllRounds }

// Clone returns an independent copy.
func (l *Ledger) Clone() *Ledger {
	c := *l
	c.account = l.Account()
	c.arms = make([]stretches, len(l.arms))
	for i, s := range l.arms {
		c.arms[i] = s.clone()
	}
	c.joint = l.joint.clone()
	return &c
}

func (s stretches) clone() stretches {
	s.open = slices.Clone(s.open)
	return s
}
