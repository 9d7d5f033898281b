package learners

import (
	"regretscope/noise"
	"regretscope/noise/param"
)

func init() {
	Register(&Declaration{
		ID: "thompson", Look: 13,
		Listing: Listing{
			Name: "Thompson", Family: Bandit,
			Paper:   "HHMH Alg. 2 (Agrawal & Goyal 2017)",
			Brief:   "draws from Beta posteriors",
			Summary: "pulls the best arm of a draw from the posterior, Beta(1,1) priors",
		},
		Guarantee: Guarantee{Privacy: NotPrivate, Audit: auditRandomPlays},
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps, for each arm, how many rewards were 1 and how many were 0.",
				"It draws a possible mean for each arm, as likely as its rewards make it, and chooses the largest draw.",
				paysNothing,
			},
			Symbols: []Symbol{
				{Name: "S_j", Meaning: "the number of successes of arm j: rewards of 1"},
				{Name: "F_j", Meaning: "the number of its failures: rewards of 0"},
			},
			Pseudocode: []Line{
				{2, "S_j ← 0, F_j ← 0 for every arm j"},
				{3, "for t = 1, 2, …"},
				{4, "  draw θ_j ~ Beta(S_j + 1, F_j + 1) for every arm"},
				{5, "  pull the arm with the largest θ_j; count a success or a failure"},
			},
		},
		New: func(s Setting, _ param.Values) Learner { return newThompson(s, 4, 5) },
	})
}

// thompson stores S_j and S_j + F_j in its tally.
type thompson struct {
	tallyBandit
	posteriorSamples
	coins uint64 // key of the random numbers that round rewards
	lines []int  // pseudocode lines that draw and pull
}

func newThompson(s Setting, lines ...int) *thompson {
	l := &thompson{tallyBandit: newTallyBandit(s), lines: lines}
	l.key, l.coins = l.stream.Uint64(), l.stream.Uint64()
	return l
}

func (l *thompson) Choose(t int) []int {
	l.round = t
	for j := range l.scores {
		l.scores[j] = l.sample(t, j, l.law(t, j))
	}
	l.play[0] = l.largest(t, l.scores)
	return l.play[:]
}

func (l *thompson) law(_, j int) noise.Beta {
	return noise.Beta{A: l.sums[j].Value() + 1, B: l.counts[j] - l.sums[j].Value() + 1}
}

func (l *thompson) Observe(t int, feedback []float64) {
	l.add(l.play[0], l.success(t, feedback[0]))
}

// success returns 1 with the reward as its probability, otherwise 0.
func (l *thompson) success(t int, x float64) float64 {
	if x == 0 || x == 1 {
		return x
	}
	coin := noise.At(l.coins, t)
	return coin.Bernoulli(x)
}

func (l *thompson) Clone() Learner {
	return &thompson{l.clone(), l.posteriorSamples, l.coins, l.lines}
}

func (l *thompson) Explain() Explanation {
	return l.explain(l.lines, betaColumns("S+1", "F+1"), func(j int) ([]float64, string) {
		return betaSample(l.scores[j], l.counts[j], l.sums[j].Value())
	})
}
