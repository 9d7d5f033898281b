package learners

import (
	"fmt"
	"math"

	"regretscope/learners/kl"
)

func init() {
	registerAdaP(Declaration{ID: "adap-klucb", Name: "AdaP-KLUCB", Brief: "KL-UCB on an arm's latest batch", Counterparts: []string{"kl-ucb", "ucb1"}}, "q with kl(clip(m_j + α ln t/(ε n_j)), q) ≤ α ln t/n_j",
		func(d doubling) batchRule { return adapKLUCB{d} })
}

type adapKLUCB struct{ doubling }

func (l adapKLUCB) score(b *batches, t int) {
	total := l.alpha * math.Log(float64(t))
	for j := range b.arms {
		mean, level := b.optimistic(j, total)
		b.scores[j] = kl.Rank(mean, level)
	}
}

// optimistic is clip(m + α ln t/(εn)), with the level α ln t/n, for total = α ln t.
func (b *batches) optimistic(j int, total float64) (mean, level float64) {
	level = total / b.arms[j].size
	return clip(b.arms[j].estimate + level/b.epsilon), level
}

func (l adapKLUCB) explainScores(b *batches, t int) ([]Column, terms) {
	columns := []Column{{"m", Estimate}, {"α ln t/(εn)", PrivacyBonus}, {"α ln t/n", Detail}, {"index", Score}}
	total := l.alpha * math.Log(float64(t))
	rank := func(j int) float64 {
		mean, level := b.optimistic(j, total)
		return kl.Rank(mean, level)
	}
	return byRank(len(b.arms), rank, columns, func(j int) ([]float64, string) {
		mean, level := b.optimistic(j, total)
		m, bonus, index := b.arms[j].estimate, level/b.epsilon, kl.Upper(mean, level)
		return []float64{m, bonus, level, index}, fmt.Sprintf("largest q with kl(clip(%s + %s), q) ≤ %s is %s; n = %s",
			num(m), num(bonus), num(level), num(index), num(b.arms[j].size))
	})
}
