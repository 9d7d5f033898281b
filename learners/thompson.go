package learners

import (
	"regretscope/noise/declare"
)

func init() {
	register(&Declaration{
		ID: "thompson", Name: "Thompson", Family: Bandit,
		Paper:    "HHMH Alg. 2 (Agrawal & Goyal 2017)",
		Summary:  "pulls the best arm of a draw from the posterior, Beta(1,1) priors",
		Privacy:  NotPrivate,
		Audit:    manyPlaysTell,
		Feedback: BanditFeedback,
		Pseudocode: []Line{
			{2, "S_j ← 0, F_j ← 0 for every arm j"},
			{3, "for t = 1, 2, …"},
			{4, "  draw θ_j ~ Beta(S_j + 1, F_j + 1) for every arm"},
			{5, "  pull the arm with the largest θ_j; count a success or a failure"},
		},
		New: func(s Setting, _ declare.Values) Learner { return &thompson{newTallyBandit(s)} },
	})
}

type thompson struct{ tallyBandit }

func (l *thompson) Choose(t int) []int {
	l.round = t
	for j, n := range l.counts {
		s := l.sums[j]
		l.scores[j] = l.stream.Beta(s+1, n-s+1)
	}
	return l.playBest()
}

func (l *thompson) Observe(_ int, feedback []float64) {
	l.add(l.play[0], l.stream.Round(feedback[0]))
}

func (l *thompson) Clone() Learner { return &thompson{l.clone()} }

func (l *thompson) Explain() Explanation {
	return l.explain([]int{4, 5}, betaColumns("S+1", "F+1"), func(j int) ([]float64, string) {
		return betaSample(l.scores[j], l.counts[j], l.sums[j])
	})
}
