package learners

import (
	"fmt"
	"math"
	"slices"

	"regretscope/noise/param"
)

func init() {
	Register(&Declaration{
		ID: "hedge", Look: 17,
		Listing: Listing{
			Name: "Decreasing Hedge", Family: Experts, Featured: 3,
			Paper:   "Auer, Cesa-Bianchi & Gentile 2002; Mourtada & Gaïffas 2019",
			Brief:   "exponential weights",
			Summary: "draws an action with weights that grow exponentially with past rewards",
		},
		Guarantee: Guarantee{Privacy: NotPrivate, Audit: auditRandomPlays},
		Teaching: Teaching{
			Plain: [3]string{
				"It keeps the sum of each arm's rewards.",
				"It draws its play: the larger an arm's sum, the likelier the arm.",
				paysNothing,
			},
			Symbols: []Symbol{
				{Name: "η_t", Meaning: "how strongly a larger sum is preferred in round t"},
			},
			Pseudocode: []Line{
				{1, "for t = 1, 2, …"},
				{2, "  η_t ← 2 √(ln K / t)"},
				{3, "  draw action j with probability ∝ exp(η_t · sum of its past rewards)"},
				{4, "  see the rewards of all actions, add them up"},
			},
			Bounds: []Bound{{
				Source: "Mourtada & Gaïffas 2019", Formula: "ln K / Δ_min",
				Value: func(i Instance) float64 { return math.Log(float64(i.Arms)) / i.smallestGap() },
			}},
		},
		New: func(s Setting, _ param.Values) Learner { return &hedge{totals: newTotals(s)} },
	})
}

// hedge is exponential weights. Its scores are the weights relative to the largest.
type hedge struct {
	totals
	eta float64 // η_t
}

func (l *hedge) Choose(t int) []int {
	l.round = t
	l.eta = 2 * math.Sqrt(math.Log(float64(len(l.sums)))/float64(t))
	for j, sum := range l.sums {
		l.scores[j] = sum.Value()
	}
	best, total := slices.Max(l.scores), 0.0
	for j, sum := range l.scores {
		l.scores[j] = math.Exp(l.eta * (sum - best))
		total += l.scores[j]
	}
	// Inverse transform; the last action with positive weight gets the rounding error.
	mark := l.stream.Float64() * total
	for j, weight := range l.scores {
		if weight > 0 {
			l.play[0] = j
		}
		if mark -= weight; mark < 0 {
			break
		}
	}
	return l.play[:]
}

func (l *hedge) Clone() Learner { return &hedge{l.clone(), l.eta} }

func (l *hedge) Explain() Explanation {
	total := 0.0
	for _, weight := range l.scores {
		total += weight
	}
	columns := []Column{{"sum", Estimate}, {"probability", Probability}}
	e := l.explain([]int{2, 3}, columns, func(j int) ([]float64, string) {
		p := l.scores[j] / total
		return []float64{l.sums[j].Value(), p}, "drawn with probability " + num(p)
	})
	e.Note = fmt.Sprintf("η = %s; the action is drawn at random, not the largest weight", num(l.eta))
	return e
}
