package learners

import (
	"math"

	"regretscope/noise/declare"
)

func init() {
	register(&Declaration{
		ID: "ucb1", Name: "UCB1", Family: Bandit,
		Paper:    "Auer, Cesa-Bianchi & Fischer 2002",
		Brief:    "the largest confidence bound",
		Summary:  "pulls the largest upper confidence bound on the mean",
		Featured: 3, Privacy: NotPrivate,
		Audit:    oneRewardDecides,
		Feedback: BanditFeedback,
		Pseudocode: []Line{
			{1, "pull each arm once"},
			{2, "for t = K+1, K+2, …"},
			{3, "  index of arm j: S_j/N_j + √(2 ln t / N_j)"},
			{4, "  pull the arm with the largest index"},
			{5, "  add its reward to S_j, 1 to N_j"},
		},
		New: func(s Setting, _ declare.Values) Learner { return newUCB1(s) },
	})
}

type ucb1 struct {
	tallyBandit
	contest
}

func newUCB1(s Setting) Learner { return &ucb1{newTallyBandit(s), newContest(s.Arms)} }

func (l *ucb1) Choose(t int) []int {
	return l.choose(t, &l.bandit, &l.tally, l)
}

// level is 2 ln t.
func (l *ucb1) level(t float64) float64 { return 2 * math.Log(t) }

func (l *ucb1) index(j int, level float64) float64 {
	n := l.counts[j]
	return l.sums[j]/n + math.Sqrt(level/n)
}

func (l *ucb1) limit(j int, level float64) float64 { return l.index(j, level) + slack }

func (l *ucb1) raise(j int, _, _, higher float64) float64 { return l.limit(j, higher) }

func (l *ucb1) above(_ int, n, mean, level, rival float64) bool {
	return mean+math.Sqrt(level/n) > rival
}

// Steady implements Steady.
func (l *ucb1) Steady(t int) (rounds int, losses float64) {
	return l.steady(t, &l.bandit, &l.tally, l, nil)
}

// ObserveAll implements Steady.
func (l *ucb1) ObserveAll(t int, s *Stretch) { l.observeAll(t, s, &l.bandit, &l.tally) }

func (l *ucb1) Clone() Learner { return &ucb1{l.tallyBandit.clone(), l.contest.clone()} }

func (l *ucb1) Explain() Explanation {
	columns := []Column{{"S/N", Estimate}, {"√(2 ln t/N)", Confidence}, {"index", Score}}
	level := l.level(float64(l.round))
	return l.explainPulled(1, []int{3, 4}, columns, func(j int) ([]float64, string) {
		return sum(l.index(j, level), l.tally.Estimate(j), math.Sqrt(level/l.counts[j]))
	})
}
