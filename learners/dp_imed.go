package learners

import (
	"fmt"
	"math"

	"regretscope/learners/kl"
)

func init() {
	registerGrowing(Declaration{
		ID: "dp-imed", Name: "DP-IMED",
		Brief:   "least evidence against an arm",
		Summary: "plays the arm with the least evidence against it, counted with the divergence that privacy leaves",
	}, "the smallest n_j d_ε(m̃_j, max m̃) + ln n_j", func(g growing) Learner { return &dpIMED{g} })
}

// dpIMED plays the smallest index; its scores are the negated ones.
type dpIMED struct{ growing }

func (l *dpIMED) Choose(t int) []int {
	if l.settled(t) {
		return l.play[:]
	}
	best := 0.0
	for j := range l.arms {
		best = max(best, l.arms[j].estimate)
	}
	for j := range l.arms {
		a := &l.arms[j]
		l.scores[j] = -(a.size*kl.PrivateDivergence(a.estimate, best, l.epsilon) + math.Log(a.size))
	}
	return l.playBestFor(t)
}

func (l *dpIMED) Clone() Learner { return &dpIMED{l.clone()} }

func (l *dpIMED) Explain() Explanation {
	columns := []Column{{"m̃", Estimate}, {"n", Detail}, {"−index", Score}}
	return l.explain(columns, func(j int) ([]float64, string) {
		a, score := &l.arms[j], l.scores[j]
		return []float64{a.estimate, a.size, score}, fmt.Sprintf("%s pulls × d_ε(%s, max m̃) + ln %s = %s",
			num(a.size), num(a.estimate), num(a.size), num(-score))
	})
}
