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
	best := l.index(l.play[0], t)
	for j := range l.arms {
		// A root is only found where it may win.
		if mean, level := l.center(j, t); mean < best && !klReaches(mean, level, best) {
			l.scores[j] = math.Inf(-1)
			continue
		}
		l.scores[j] = l.index(j, t)
		best = max(best, l.scores[j])
	}
	return l.decide(t)
}

// center is clip(m + α ln t/(εn)), with the level α ln t/n.
func (l *adapKLUCB) center(j, t int) (mean, level float64) {
	level = l.level(j, t)
	return clip(l.arms[j].estimate + level/l.epsilon), level
}

func (l *adapKLUCB) index(j, t int) float64 { return kl.Upper(l.center(j, t)) }

// klReaches tells whether the bound on a mean may be as large as q.
func klReaches(mean, level, q float64) bool {
	q -= klSlack(level)
	return q <= mean || kl.Divergence(mean, q) <= level
}

// level is α ln t/n.
func (l *adapKLUCB) level(j, t int) float64 { return l.alpha * math.Log(float64(t)) / l.arms[j].batch }

func (l *adapKLUCB) Clone() Learner { return &adapKLUCB{l.clone()} }

func (l *adapKLUCB) Explain() Explanation {
	columns := []Column{{"m", Estimate}, {"α ln t/(εn)", PrivacyBonus}, {"α ln t/n", Detail}, {"index", Score}}
	return l.explain(columns, func(j int) ([]float64, string) {
		m, level, index := l.arms[j].estimate, l.level(j, l.began), l.index(j, l.began)
		bonus := level / l.epsilon
		return []float64{m, bonus, level, index}, fmt.Sprintf("largest q with kl(clip(%s + %s), q) ≤ %s is %s; n = %s",
			num(m), num(bonus), num(level), num(index), num(l.arms[j].batch))
	})
}
