package learners

import (
	"slices"

	"regretscope/noise"
	"regretscope/noise/param"
)

func init() {
	Register(&Declaration{
		ID: "ftl", Look: 15,
		Listing: Listing{
			Name: "Follow the Leader", Family: Experts,
			Paper:   "by definition; the baseline of HHMH and WW",
			Brief:   "the best so far, every round",
			Summary: "plays the arm with the largest sum of rewards so far",
		},
		Guarantee: Guarantee{Privacy: NotPrivate, Audit: auditExactScores},
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps the sum of each arm's rewards.",
				"It chooses the arm with the largest sum.",
				paysNothing,
			},
			Pseudocode: []Line{
				{1, "for t = 1, 2, …"},
				{2, "  play the action with the largest sum of past rewards, ties at random"},
				{3, "  see the rewards of all actions, add them up"},
			},
		},
		New: func(s Setting, _ param.Values) Learner { return &leader{newTotals(s)} },
	})
}

type leader struct{ totals }

func (l *leader) Choose(t int) []int {
	l.round = t
	for j, sum := range l.sums {
		l.scores[j] = sum.Value()
	}
	l.play[0] = l.stream.ArgMax(l.scores)
	return l.play[:]
}

func (l *leader) Clone() Learner { return &leader{l.clone()} }

func (l *leader) Explain() Explanation {
	return l.explain([]int{2}, []Column{{"sum", Score}}, func(j int) ([]float64, string) {
		return []float64{l.scores[j]}, "earned " + num(l.scores[j]) + " so far"
	})
}

// totals is the common state of Follow the Leader and Hedge: the sum of each action's past rewards.
type totals struct {
	bandit
	sums []noise.Sum
}

func newTotals(s Setting) totals { return totals{newBandit(s), make([]noise.Sum, s.Arms)} }

func (l *totals) clone() totals { return totals{l.bandit.clone(), slices.Clone(l.sums)} }

func (l *totals) Observe(_ int, feedback []float64) {
	for j, x := range feedback {
		l.sums[j].Add(x)
	}
}

func (l *totals) Estimate(arm int) float64 { return l.sums[arm].Value() / float64(l.round) }

// Suppose keeps the random number with which Hedge draws its play.
func (l *totals) Suppose(arm int, more float64) bool {
	sum := l.sums[arm].With(more)
	if value := sum.Value(); !(value >= 0 && value <= float64(l.round)) {
		return false
	}
	l.sums[arm] = sum
	return true
}
