package learners

import (
	"math"

	"regretscope/noise/param"
)

func init() {
	Register(&Declaration{
		ID: "omm", Look: 22,
		Listing: Listing{
			Name: "OMM", Family: Matroids, Featured: 3,
			Paper:   "Kveton, Wen, Ashkan, Eydgahi & Eriksson 2014; first observations as in CHH",
			Brief:   "greedy basis of UCB1's bounds",
			Summary: "greedy basis of UCB1's upper confidence bounds",
		},
		Guarantee:  Guarantee{Privacy: NotPrivate, Audit: auditExactScores},
		Parameters: param.List{initParameter},
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps the number of each arm's weights and their mean.",
				"It chooses the set of arms, a basis, whose means are largest with a bonus for few weights.",
				paysNothing,
			},
			Symbols: []Symbol{
				{Name: "T_e", Meaning: "the number of weights of arm e"},
				{Name: "ŵ_e", Meaning: "their mean"},
				{Name: "U(e)", Meaning: "the upper confidence bound of arm e"},
				{Name: "A", Meaning: "the basis that is played"},
			},
			Pseudocode: []Line{
				{1, "first observation of every arm e (init): T_e ← 1, ŵ_e ← the weight"},
				{2, "for t = 1, 2, …"},
				{3, "  U(e) = ŵ_e + √(2 ln(t−1)/T_e) for every arm; at t = 1 no second term"},
				{4, "  play the greedy basis A for U"},
				{5, "  each weight of A joins its arm's mean ŵ_e of T_e observations"},
			},
		},
		New: func(s Setting, v param.Values) Learner { return &omm{newTallyMatroid(s, v)} },
	})
}

// omm stores T_e and T_e ŵ_e in its tally.
type omm struct{ tallyMatroid }

func (l *omm) Choose(t int) []int {
	if l.cover(t) {
		return l.play
	}
	log := math.Log(float64(max(t-1, 1)))
	for _, e := range l.playable {
		n := l.counts[e]
		l.scores[e] = l.mean(e) + math.Sqrt(2*log/n)
	}
	return l.playBest()
}

func (l *omm) Clone() Learner { return &omm{l.clone()} }

func (l *omm) Explain() Explanation {
	log := math.Log(float64(max(l.round-1, 1)))
	columns := []Column{{"ŵ", Estimate}, {"√(2 ln(t−1)/T)", Confidence}, {"U", Score}}
	return l.explainCovered(1, []int{3, 4}, columns, func(e int) ([]float64, string) {
		return sum(l.scores[e], l.Estimate(e), math.Sqrt(2*log/l.counts[e]))
	})
}
