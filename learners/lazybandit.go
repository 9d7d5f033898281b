package learners

// lazyBandit is what HHMH's two lazy bandits share: one arm a round, on private
// means of fresh batches.
type lazyBandit struct {
	bandit
	freshMeans
}

func newLazyBandit(s Setting) lazyBandit {
	return lazyBandit{bandit: newBandit(s), freshMeans: newFreshMeans(s.Arms, s.Epsilon)}
}

func (l *lazyBandit) clone() lazyBandit {
	return lazyBandit{bandit: l.bandit.clone(), freshMeans: l.freshMeans.clone()}
}

// Observe implements Learner.
func (l *lazyBandit) Observe(t int, feedback []float64) {
	l.begin()
	l.add(t, l.play[0], feedback[0], &l.stream)
}

// Epoch implements Epochal: the fresh batch of the arm being played.
func (l *lazyBandit) Epoch() (done, length int) {
	a := &l.arms[l.play[0]]
	return a.batch, a.target
}
