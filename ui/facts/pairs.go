package facts

import (
	"cmp"
	"slices"

	"regretscope/scenarios/matroid"
)

// maxPaired is the largest number of arms of a play that Pairs pairs. Each arm that is not in the
// best basis takes time quadratic in this number, and every shown round pairs again.
const maxPaired = 64

// A Pair is the arm of the best basis whose place a played arm takes (CHH, §4.3), and the regret of
// that.
type Pair struct {
	Best   int
	Regret float64
}

// Pairs returns the pair of each played arm; nil if there is none, the play has no greedy walk, or
// the truth is hidden.
func (f *Focus) Pairs() map[int]Pair {
	phase, view, m := f.Shot.Phase, f.Learner, f.Shot.Config.Scenario.Matroid
	if m == nil || f.Hidden || !view.Explained || len(view.Explanation.Arms) == 0 || len(view.Play) > maxPaired {
		return nil
	}
	var play []int
	for _, a := range view.Explanation.Arms {
		if slices.Contains(view.Play, a.Arm) {
			play = append(play, a.Arm)
		}
	}
	best := slices.SortedStableFunc(slices.Values(phase.Best), func(i, j int) int {
		return cmp.Compare(phase.Means[j], phase.Means[i])
	})
	pairs := map[int]Pair{}
	for k, best := range matroid.Pairs(m, play, best) {
		pairs[play[k]] = Pair{best, phase.Means[best] - phase.Means[play[k]]}
	}
	return pairs
}
