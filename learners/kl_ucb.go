package learners

import (
	"math"

	"regretscope/learners/kl"
	"regretscope/noise/declare"
)

func init() {
	register(&Declaration{
		ID: "kl-ucb", Name: "KL-UCB", Family: Bandit,
		Paper:    "Garivier & Cappé 2011",
		Summary:  "pulls the largest mean that the Kullback–Leibler divergence still allows",
		Privacy:  NotPrivate,
		Audit:    oneRewardDecides,
		Feedback: BanditFeedback,
		Parameters: declare.List{{
			Name: "c", Meaning: "weight of ln ln t in the level: 3 in the theory, 0 in practice",
			Min: 0, Max: 100, Default: "0",
		}},
		Pseudocode: []Line{
			{1, "pull each arm once"},
			{2, "for t = K+1, K+2, …"},
			{3, "  level: ln t + c ln max(1, ln t)"},
			{4, "  index of arm j: largest q with N_j · kl(S_j/N_j, q) ≤ level"},
			{5, "  pull the arm with the largest index"},
			{6, "  add its reward to S_j, 1 to N_j"},
		},
		New: func(s Setting, v declare.Values) Learner {
			return &klUCB{tallyBandit: newTallyBandit(s), c: v.Number("c")}
		},
	})
}

type klUCB struct {
	tallyBandit
	c     float64
	level float64
}

func (l *klUCB) Choose(t int) []int {
	if l.firstPull(t) {
		return l.play[:]
	}
	l.level = explorationLevel(float64(t), l.c)
	best := l.index(l.play[0])
	for j, n := range l.counts {
		// A root is only found where it may win: the index of j is below best
		// exactly if best lies outside j's bound.
		if mean := l.sums[j] / n; mean < best && n*kl.Divergence(mean, best) > l.level*(1+1e-9) {
			l.scores[j] = math.Inf(-1)
			continue
		}
		l.scores[j] = l.index(j)
		best = max(best, l.scores[j])
	}
	return l.playBest()
}

func (l *klUCB) index(j int) float64 {
	n := l.counts[j]
	return kl.Upper(l.sums[j]/n, l.level/n)
}

// explorationLevel is ln x + c ln max(1, ln x), the level f of KL-UCB indices.
func explorationLevel(x, c float64) float64 {
	log := math.Log(x)
	if c == 0 || log <= 1 {
		return log
	}
	return log + c*math.Log(log)
}

func (l *klUCB) Clone() Learner { return &klUCB{l.clone(), l.c, l.level} }

func (l *klUCB) Explain() Explanation {
	columns := []Column{{"S/N", Estimate}, {"level/N", Detail}, {"index", Score}}
	return l.explainPulled(1, []int{4, 5}, columns, func(j int) ([]float64, string) {
		mean, n, index := l.Estimate(j), l.counts[j], l.index(j)
		return []float64{mean, l.level / n, index}, klText(mean, l.level, n, index)
	})
}
