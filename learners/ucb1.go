package learners

import (
	"math"

	"regretscope/noise/param"
)

func init() {
	Register(&Declaration{
		ID: "ucb1", Look: 14,
		Listing: Listing{
			Name: "UCB1", Family: Bandit, Featured: 3,
			Paper:   "Auer, Cesa-Bianchi & Fischer 2002",
			Brief:   "the largest confidence bound",
			Summary: "pulls the largest upper confidence bound on the mean",
		},
		Guarantee: Guarantee{Privacy: NotPrivate, Audit: auditExactScores},
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps the number of each arm's rewards and their sum.",
				"It chooses the arm whose mean reward is largest with a bonus for few rewards.",
				paysNothing,
			},
			Symbols: tallySymbols,
			Pseudocode: []Line{
				{1, "pull each arm once"},
				{2, "for t = K+1, K+2, …"},
				{3, "  index of arm j: S_j/N_j + √(2 ln t / N_j)"},
				{4, "  pull the arm with the largest index"},
				{5, "  add its reward to S_j, 1 to N_j"},
			},
		},
		New: func(s Setting, _ param.Values) Learner { return newUCB1(s) },
	})
}

// ucb1 stores S_j and N_j in its tally: of rewards or, under local privacy, of reports.
type ucb1 struct{ tallyBandit }

func newUCB1(s Setting) *ucb1 { return &ucb1{newTallyBandit(s)} }

func (l *ucb1) Choose(t int) []int {
	if l.firstPull(t) {
		return l.play[:]
	}
	for j, n := range l.counts {
		l.scores[j] = l.mean(j) + math.Sqrt(2*math.Log(float64(t))/n)
	}
	return l.playBest()
}

func (l *ucb1) Clone() Learner { return &ucb1{l.clone()} }

func (l *ucb1) Explain() Explanation {
	mean := Estimate
	if l.reports != nil {
		mean = Report
	}
	columns := []Column{{"S/N", mean}, {"√(2 ln t/N)", Confidence}, {"index", UpperIndex}}
	return l.explainPulled(1, []int{3, 4}, columns, func(j int) ([]float64, string) {
		return sum(l.scores[j], l.tally.Estimate(j), math.Sqrt(2*math.Log(float64(l.round))/l.counts[j]))
	})
}
