package learners

import "regretscope/noise/param"

// tallyMatroid is the common state of non-private learners of bases: the mean of each arm's
// observations.
type tallyMatroid struct {
	semiBandit
	tally
}

func newTallyMatroid(s Setting, v param.Values) tallyMatroid {
	return tallyMatroid{semiBandit: newInitialized(s, v), tally: newTally(s.Arms)}
}

// registerTallyMatroid registers a learner that plays the greedy basis of indices of these
// means.
func registerTallyMatroid(d Declaration, start func(tallyMatroid) Learner) {
	d.Family, d.Privacy, d.Audit = Matroids, NotPrivate, auditExactScores
	d.Parameters = param.List{initParameter}
	d.New = func(s Setting, v param.Values) Learner { return start(newTallyMatroid(s, v)) }
	Register(&d)
}

func (l *tallyMatroid) clone() tallyMatroid {
	return tallyMatroid{semiBandit: l.semiBandit.clone(), tally: l.tally.clone()}
}

func (l *tallyMatroid) Initialize(rewards []float64) {
	l.unseen = 0
	for e, reward := range rewards {
		l.add(e, reward)
	}
}

func (l *tallyMatroid) Observe(_ int, feedback []float64) {
	for i, e := range l.play {
		l.add(e, feedback[i])
	}
	l.see()
}

func (l *tallyMatroid) Suppose(arm int, more float64) bool { return l.suppose(arm, more, nil) }
