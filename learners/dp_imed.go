package learners

import (
	"fmt"
	"math"

	"regretscope/noise/number"
)

func init() {
	registerGrowing(Declaration{
		ID: "dp-imed", Look: 4,
		Listing: Listing{
			Name:    "DP-IMED",
			Brief:   "least evidence against an arm",
			Summary: "plays the arm with the least evidence against it, measured by a private divergence",
		},
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps, for each arm, a noisy total of all its finished batches.",
				"It chooses the arm with the least evidence that it is not the best, and pulls it for a whole batch.",
				growingPays,
			},
			// Its first batches are single rewards; their noise can keep it on one arm for very long.
			Coverage: [3]float64{.45, .62, .84},
		},
	}, "the smallest n_j d_ε(m̃_j, max m̃) + ln n_j",
		func(b batches, alpha float64) Learner { return &dpIMED{b, alpha} })
}

// dpIMED plays the smallest index. Its scores are the negated indices.
type dpIMED struct {
	batches
	alpha float64
}

func (l *dpIMED) Choose(t int) []int {
	if l.goesOn(t) {
		return l.play[:]
	}
	best := 0.0
	for j := range l.arms {
		best = max(best, l.arms[j].estimate)
	}
	for j := range l.arms {
		m, n := l.arms[j].estimate, l.arms[j].size
		l.scores[j] = -(n*PrivateDivergence(m, best, l.epsilon) + math.Log(n))
	}
	return l.commitGrown(t, l.alpha)
}

func (l *dpIMED) Clone() Learner { return &dpIMED{l.clone(), l.alpha} }

func (l *dpIMED) Explain() Explanation {
	columns := []Column{{"m̃", Estimate}, {"n", Detail}, {"−index", Index}}
	return l.explain(columns, func(j int) ([]float64, string) {
		m, n, score := l.arms[j].estimate, l.arms[j].size, l.scores[j]
		return []float64{m, n, score},
			fmt.Sprintf("%s × d_ε(%s, max m̃) + ln %s = %s", number.Plural(int(n), "pull"), num(m), num(n), num(-score))
	})
}
