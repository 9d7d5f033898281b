package learners

import (
	"fmt"
	"math"

	"regretscope/noise/param"
)

func init() {
	Register(&Declaration{
		ID: "kl-ucb", Look: 12,
		Listing: Listing{
			Name: "KL-UCB", Family: Bandit,
			Paper:   "Garivier & Cappé 2011",
			Brief:   "the largest mean KL still allows",
			Summary: "pulls the largest mean that the Kullback–Leibler divergence still allows",
		},
		Guarantee: Guarantee{Privacy: NotPrivate, Audit: auditExactScores},
		Parameters: param.List{{
			Name: "c", Meaning: "weight of ln ln t in the level: 3 in the theory, 0 in practice",
			Min: 0, Max: 100, Default: "0",
		}},
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps the number of each arm's rewards and their sum.",
				"It chooses the arm with the largest mean that its rewards do not rule out yet.",
				paysNothing,
			},
			Symbols: append([]Symbol{{Name: "c", Meaning: "the weight of ln ln t in the level"}}, tallySymbols...),
			Pseudocode: []Line{
				{1, "pull each arm once"},
				{2, "for t = K+1, K+2, …"},
				{3, "  level: ln t + c ln max(1, ln t)"},
				{4, "  index of arm j: largest q with N_j · kl(S_j/N_j, q) ≤ level"},
				{5, "  pull the arm with the largest index"},
				{6, "  add its reward to S_j, 1 to N_j"},
			},
		},
		New: func(s Setting, v param.Values) Learner {
			return &klUCB{tallyBandit: newTallyBandit(s), c: v.Number("c")}
		},
	})
}

// klUCB stores S_j and N_j in its tally.
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
	for j, n := range l.counts {
		l.scores[j] = klRank(l.mean(j), l.level/n)
	}
	return l.playBest()
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
	columns := []Column{{"S/N", Estimate}, {"level/N", Detail}, {"index", UpperIndex}}
	columns, of := byRank(l.scores, columns, func(j int) ([]float64, string) {
		mean, n := l.Estimate(j), l.counts[j]
		index := klUpper(mean, l.level/n)
		return []float64{mean, l.level / n, index},
			fmt.Sprintf("largest q with kl(%s, q) ≤ %s/%s is %s", num(mean), num(l.level), num(n), num(index))
	})
	return l.explainPulled(1, []int{4, 5}, columns, of)
}
