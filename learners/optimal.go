package learners

import "regretscope/noise/param"

func init() {
	Register(&Declaration{
		ID: "optimal", Look: 33,
		Listing: Listing{
			Name: "Optimal policy", Family: Reference,
			Paper:   "by definition",
			Brief:   "knows the means: the reference",
			Summary: "knows the means and always plays optimally; the reference for regret",
		},
		Guarantee: Guarantee{Privacy: DataFree, Claim: "uses no reward"},
		NeedsBest: true,
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps nothing: it knows the true means.",
				"It plays the best arm or basis of the round.",
				"It pays nothing for privacy, because it never uses a reward.",
			},
			Pseudocode: []Line{
				{1, "for t = 1, 2, …: play the best arm or basis in expectation at t"},
			},
		},
		New: func(s Setting, _ param.Values) Learner { return &optimal{best: s.Best} },
	})
}

type optimal struct{ best func(t int) []int }

func (l *optimal) Choose(t int) []int     { return l.best(t) }
func (l *optimal) Observe(int, []float64) {}
func (l *optimal) Clone() Learner         { return &optimal{best: l.best} }
func (l *optimal) Explain() Explanation {
	return Explanation{Lines: []int{1}, Note: "the optimal policy knows the means"}
}
