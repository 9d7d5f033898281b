package learners

import (
	"math"

	"regretscope/noise/dpaudit"
	"regretscope/noise/param"
)

// lazyBandit is the common state of HHMH's two lazy bandits (Alg. 1 and 3). An arm's first observation is released
// alone. From then on, every 2^(r+1) new observations are released as a noisy mean that replaces the previous one. In
// the papers' letters, an arm's estimate is ũ, its size O, batch N, target 2^(r+1) and sum Φ.
type lazyBandit struct {
	bandit
	armBatches
}

func newLazyBandit(s Setting) lazyBandit {
	return lazyBandit{newBandit(s), newArmBatches(s.Arms, s.Epsilon)}
}

func (l *lazyBandit) clone() lazyBandit { return lazyBandit{l.bandit.clone(), l.armBatches.clone()} }

func (l *lazyBandit) Observe(t int, feedback []float64) {
	l.newest.begin()
	l.add(t, l.play[0], feedback[0], &l.stream)
}

func (l *lazyBandit) explainPulled(first int, lines []int, columns []Column, of terms) Explanation {
	return l.bandit.explainPulled(first, lines, columns, of).with([]string{"O", "r", "N", "Φ"}, func(j int) []float64 {
		a := &l.arms[j]
		return []float64{a.size, math.Log2(float64(a.target)) - 1, float64(a.batch), a.sum.Value()}
	})
}

func (l *lazyBandit) Epoch() (done, length int) {
	a := &l.arms[l.play[0]]
	return a.batch, a.target
}

// lazyMatroid is the common state of CHH's two algorithms (Alg. 2 and 3), which play bases on
// such means. Each arm has ε_0 = ε/r, so the r arms of a round cost ε together.
type lazyMatroid struct {
	semiBandit
	armBatches
	rank float64 // r; the paper writes K
}

// registerLazyMatroid registers one of CHH's algorithms.
func registerLazyMatroid(d Declaration, start func(lazyMatroid) Learner) {
	d.Family, d.Privacy, d.Audit = Matroids, Central, auditLazyMatroid
	d.Parameters = param.List{initParameter}
	d.New = func(s Setting, v param.Values) Learner {
		rank := float64(s.Matroid.Rank())
		return start(lazyMatroid{newInitialized(s, v), newArmBatches(s.Arms, s.Epsilon/rank), rank})
	}
	Register(&d)
}

// auditLazyMatroid counts the r sums of a round at ε/r each, or, with init=paper, the L sums of round 0.
func auditLazyMatroid(s Setting, v param.Values) dpaudit.Transcript {
	rank := s.Matroid.Rank()
	if v.Text("init") == "paper" {
		return dpaudit.RoundZero(s.Arms, rank, s.Epsilon)
	}
	return dpaudit.NoisySums(s.Arms, rank, 1, 1/(s.Epsilon/float64(rank)))
}

func (l *lazyMatroid) clone() lazyMatroid {
	return lazyMatroid{l.semiBandit.clone(), l.armBatches.clone(), l.rank}
}

// level returns 3 ln(rt).
func (l *lazyMatroid) level(t int) float64 { return 3 * math.Log(l.rank*float64(t)) }

func (l *lazyMatroid) Initialize(rewards []float64) {
	l.unseen = 0
	for e, reward := range rewards {
		l.add(0, e, reward, &l.stream)
	}
}

func (l *lazyMatroid) Observe(t int, feedback []float64) {
	l.newest.begin()
	for i, e := range l.play {
		l.add(t, e, feedback[i], &l.stream)
	}
	l.see()
}
