package learners

import "regretscope/noise/declare"

// tallyMatroid is what the learners of bases without privacy share: the mean of
// all observations of each arm.
type tallyMatroid struct {
	semiBandit
	tally
}

func newTallyMatroid(s Setting, v declare.Values) tallyMatroid {
	return tallyMatroid{semiBandit: newInitialised(s, v), tally: newTally(s.Arms)}
}

func (l *tallyMatroid) clone() tallyMatroid {
	return tallyMatroid{semiBandit: l.semiBandit.clone(), tally: l.tally.clone()}
}

// Initialise implements Initialiser.
func (l *tallyMatroid) Initialise(rewards []float64) {
	l.unseen = 0 // every arm is seen now
	for e, reward := range rewards {
		l.add(e, reward)
	}
}

// Observe implements Learner.
func (l *tallyMatroid) Observe(_ int, feedback []float64) {
	for i, e := range l.play {
		l.add(e, feedback[i])
	}
	l.see()
}
