package learners

import (
	"fmt"
	"math"

	"regretscope/learners/kl"
)

func init() {
	registerAdaP(Declaration{ID: "adap-klucb", Name: "AdaP-KLUCB", Brief: "KL-UCB on an arm's latest batch"}, "q with kl(clip(m_j + α ln t/(ε n_j)), q) ≤ α ln t/n_j",
		func(a adap) Learner { return &adapKLUCB{a} })
}

type adapKLUCB struct{ adap }

func (l *adapKLUCB) Choose(t int) []int {
	if l.settled(t) {
		return l.play[:]
	}
	total := l.alpha * math.Log(float64(t))
	best := kl.Upper(l.center(l.play[0], total))
	for j := range l.arms {
		mean, level := l.center(j, total)
		l.scores[j] = math.Inf(-1)
		if klReaches(mean, level, best) { // else it cannot win
			l.scores[j] = kl.Upper(mean, level)
			best = max(best, l.scores[j])
		}
	}
	return l.decide(t)
}

// center is clip(m + α ln t/(εn)), with the level α ln t/n, for total = α ln t.
func (l *adapKLUCB) center(j int, total float64) (mean, level float64) {
	level = total / l.arms[j].size
	return clip(l.arms[j].estimate + level/l.epsilon), level
}

// klReaches reports whether the bound on a mean may be as large as q.
func klReaches(mean, level, q float64) bool {
	q -= klSlack(level)
	return q <= mean || kl.Divergence(mean, q) <= level
}

func (l *adapKLUCB) Clone() Learner { return &adapKLUCB{l.clone()} }

func (l *adapKLUCB) Explain() Explanation {
	columns := []Column{{"m", Estimate}, {"α ln t/(εn)", PrivacyBonus}, {"α ln t/n", Detail}, {"index", Score}}
	total := l.alpha * math.Log(float64(l.began))
	return l.explain(columns, func(j int) ([]float64, string) {
		mean, level := l.center(j, total)
		m, index := l.arms[j].estimate, kl.Upper(mean, level)
		bonus := level / l.epsilon
		return []float64{m, bonus, level, index}, fmt.Sprintf("largest q with kl(clip(%s + %s), q) ≤ %s is %s; n = %s",
			num(m), num(bonus), num(level), num(index), num(l.arms[j].size))
	})
}
