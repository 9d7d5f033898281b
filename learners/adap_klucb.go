package learners

import (
	"fmt"
	"math"

	"regretscope/learners/kl"
)

func init() {
	registerAdaP(Declaration{ID: "adap-klucb", Name: "AdaP-KLUCB"}, "q with kl(clip(m_j + α ln t/(ε n_j)), q) ≤ α ln t/n_j",
		func(a adap) Learner { return &adapKLUCB{a} })
}

type adapKLUCB struct{ adap }

func (l *adapKLUCB) Choose(t int) []int {
	if l.stands(t) {
		return l.play[:]
	}
	for j := range l.arms {
		level := l.level(j, t)
		l.scores[j] = kl.Upper(clip(l.arms[j].estimate+level/l.epsilon), level)
	}
	return l.decide(t)
}

// level is α ln t/n.
func (l *adapKLUCB) level(j, t int) float64 { return l.alpha * math.Log(float64(t)) / l.arms[j].batch }

func (l *adapKLUCB) Clone() Learner { return &adapKLUCB{l.clone()} }

func (l *adapKLUCB) Explain() Explanation {
	columns := []Column{{"m", Estimate}, {"α ln t/(εn)", PrivacyBonus}, {"α ln t/n", Detail}, {"index", Score}}
	return l.explain(columns, func(j int) ([]float64, string) {
		m, level, index := l.arms[j].estimate, l.level(j, l.began), l.scores[j]
		bonus := level / l.epsilon
		return []float64{m, bonus, level, index}, fmt.Sprintf("largest q with kl(clip(%s + %s), q) ≤ %s is %s; n = %s",
			num(m), num(bonus), num(level), num(index), num(l.arms[j].batch))
	})
}
