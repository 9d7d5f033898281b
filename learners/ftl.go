package learners

import "regretscope/noise/declare"

func init() {
	register(&Declaration{
		ID: "ftl", Name: "Follow the Leader", Family: Experts,
		Paper:    "by definition; the baseline of HHMH and WW",
		Brief:    "the best so far, every round",
		Summary:  "plays what has earned most so far, every round anew",
		Privacy:  NotPrivate,
		Audit:    oneRewardDecides,
		Feedback: FullFeedback,
		Pseudocode: []Line{
			{1, "for t = 1, 2, …"},
			{2, "  play the action with the largest sum of past rewards, ties at random"},
			{3, "  see the rewards of all actions, add them up"},
		},
		New: func(s Setting, _ declare.Values) Learner { return &leader{bandit: newBandit(s)} },
	})
}

// leader is Follow-the-Leader; its scores are the sums of past rewards.
type leader struct{ bandit }

func (l *leader) Choose(t int) []int {
	l.round = t
	return l.playBest()
}

func (l *leader) Observe(_ int, feedback []float64) {
	for j, x := range feedback {
		l.scores[j] += x
	}
}

func (l *leader) Clone() Learner { return &leader{bandit: l.bandit.clone()} }

// Estimate is the action's mean reward so far.
func (l *leader) Estimate(arm int) float64 { return l.scores[arm] / float64(l.round) }

func (l *leader) Explain() Explanation {
	return l.explain([]int{2}, []Column{{"sum", Score}}, func(j int) ([]float64, string) {
		return []float64{l.scores[j]}, "earned " + num(l.scores[j]) + " so far"
	})
}
