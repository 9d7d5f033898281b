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
		// Its first batches are single rewards, on whose noise it may stay for very long.
		Coverage: [3]float64{.36, .53, .79},
	}, "the smallest n_j d_ε(m̃_j, max m̃) + ln n_j", func(g growing) batchRule { return dpIMED{g} })
}

// dpIMED plays the smallest index; its scores are the negated ones.
type dpIMED struct{ growing }

func (dpIMED) score(b *batches, _ int) {
	best := 0.0
	for j := range b.arms {
		best = max(best, b.arms[j].estimate)
	}
	for j := range b.arms {
		a := &b.arms[j]
		b.scores[j] = -(a.size*kl.PrivateDivergence(a.estimate, best, b.epsilon) + math.Log(a.size))
	}
}

func (dpIMED) explainScores(b *batches, _ int) ([]Column, terms) {
	columns := []Column{{"m̃", Estimate}, {"n", Detail}, {"−index", Score}}
	return columns, func(j int) ([]float64, string) {
		a, score := &b.arms[j], b.scores[j]
		return []float64{a.estimate, a.size, score}, fmt.Sprintf("%s pulls × d_ε(%s, max m̃) + ln %s = %s",
			num(a.size), num(a.estimate), num(a.size), num(-score))
	}
}
