package learners

import (
	"fmt"
	"math"
)

func init() {
	registerAdaP(Declaration{
		ID: "adap-klucb", Look: 1,
		Listing: Listing{Name: "AdaP-KLUCB", Counterparts: []string{"kl-ucb", "ucb1"}, Brief: "KL-UCB on an arm's latest batch"},
	}, "q with kl(clip(m_j + α ln t/(ε n_j)), q) ≤ α ln t/n_j", func(i Instance) bool { return i.Bernoulli },
		func(b batches, alpha float64) Learner { return &adapKLUCB{b, alpha} })
}

// adapKLUCB stores m_j and n_j in batches.arms.
type adapKLUCB struct {
	batches
	alpha float64
}

func (l *adapKLUCB) Choose(t int) []int {
	if l.goesOn(t) {
		return l.play[:]
	}
	l.rank(t)
	return l.commit(t, l.arms[l.playBest()[0]].pulls)
}

func (l *adapKLUCB) rank(t int) {
	total := l.alpha * math.Log(float64(t))
	for j := range l.arms {
		level := total / l.arms[j].size
		l.scores[j] = klRank(clip(l.arms[j].estimate+level/l.epsilon), level)
	}
}

func (l *adapKLUCB) Clone() Learner { return &adapKLUCB{l.clone(), l.alpha} }

func (l *adapKLUCB) Explain() Explanation {
	columns := []Column{{"m", Estimate}, {"α ln t/(εn)", PrivacyBonus}, {"α ln t/n", Detail}, {"index", UpperIndex}}
	total := l.alpha * math.Log(float64(l.began))
	return l.explain(byRank(l.scores, columns, func(j int) ([]float64, string) {
		m, level := l.arms[j].estimate, total/l.arms[j].size
		bonus := level / l.epsilon
		index := klUpper(clip(m+bonus), level)
		return []float64{m, bonus, level, index}, fmt.Sprintf("largest q with kl(clip(%s + %s), q) ≤ %s is %s; n = %s",
			num(m), num(bonus), num(level), num(index), num(l.arms[j].size))
	}))
}
