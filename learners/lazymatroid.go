package learners

import (
	"math"

	"regretscope/noise/audit"
	"regretscope/noise/declare"
)

// lazyMatroid is what CHH's two algorithms share: bases, played on private means
// of fresh batches at ε_0 = ε/K an arm, so that the K arms that one round shows
// cost ε together.
type lazyMatroid struct {
	semiBandit
	freshMeans
	rank float64 // K
}

func newLazyMatroid(s Setting, v declare.Values) lazyMatroid {
	rank := float64(s.Matroid.Rank())
	return lazyMatroid{
		semiBandit: newInitialised(s, v),
		freshMeans: newFreshMeans(s.Arms, s.Epsilon/rank),
		rank:       rank,
	}
}

// auditLazyMatroid counts K sums of a round at ε/K each, or, with init=paper, all
// L of round 0.
func auditLazyMatroid(s Setting, v declare.Values) (audit.Transcript, error) {
	rank := s.Matroid.Rank()
	if v.Text("init") == "paper" {
		return audit.RoundZero(s.Arms, rank, s.Epsilon)
	}
	return audit.NoisySums(s.Arms, rank, 1, noiseScale(s.Epsilon/float64(rank)))
}

func (l *lazyMatroid) clone() lazyMatroid {
	return lazyMatroid{semiBandit: l.semiBandit.clone(), freshMeans: l.freshMeans.clone(), rank: l.rank}
}

// level is 3 ln(Kt).
func (l *lazyMatroid) level(t int) float64 { return 3 * math.Log(l.rank*float64(t)) }

// Initialise implements Initialiser.
func (l *lazyMatroid) Initialise(rewards []float64) {
	l.unseen = 0 // every arm is seen now
	for e, reward := range rewards {
		l.add(0, e, reward, &l.stream)
	}
}

// Observe implements Learner.
func (l *lazyMatroid) Observe(t int, feedback []float64) {
	l.begin()
	for i, e := range l.play {
		l.add(t, e, feedback[i], &l.stream)
	}
	l.see()
}
