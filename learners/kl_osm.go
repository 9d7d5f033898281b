package learners

func init() {
	registerTallyMatroid(Declaration{
		ID: "kl-osm", Name: "KL-OSM",
		Paper:   "Talebi & Proutiere 2016, recalled, this project's reading; first observations as in CHH",
		Brief:   "greedy basis of KL-UCB's bounds",
		Summary: "greedy basis of the largest means that the Kullback–Leibler divergence still allows",
		Pseudocode: []Line{
			{1, "first observation of every arm e (init): T_e ← 1, ŵ_e ← the weight"},
			{2, "for t = 1, 2, …"},
			{3, "  level: ln t + 3 ln max(1, ln t)"},
			{4, "  U(e) = largest q with T_e · kl(ŵ_e, q) ≤ level, for every arm"},
			{5, "  play the greedy basis A for U"},
			{6, "  each weight of A joins its arm's mean ŵ_e of T_e observations"},
		},
	}, func(m tallyMatroid) Learner { return &klOSM{m} })
}

// klOSM stores T_e and T_e ŵ_e in its tally.
type klOSM struct{ tallyMatroid }

func (l *klOSM) Choose(t int) []int {
	if l.cover(t) {
		return l.play
	}
	level := explorationLevel(float64(t), 3)
	for _, e := range l.playable {
		n := l.counts[e]
		l.scores[e] = klRank(l.sums[e]/n, level/n)
	}
	return l.playBest()
}

func (l *klOSM) Clone() Learner { return &klOSM{l.clone()} }

func (l *klOSM) Explain() Explanation {
	level := explorationLevel(float64(l.round), 3)
	columns := []Column{{"ŵ", Estimate}, {"level/T", Detail}, {"U", Score}}
	columns, of := byRank(l.scores, columns, func(e int) ([]float64, string) {
		mean, n := l.Estimate(e), l.counts[e]
		index := klUpper(mean, level/n)
		return []float64{mean, level / n, index}, klText(mean, level, n, index)
	})
	return l.explainCovered(1, []int{3, 4, 5}, columns, of)
}
