package matroid

import (
	"slices"

	"regretscope/noise"
)

// Greedy is CHH Algorithm 1: it walks the arms by descending weight, keeps those
// that keep independence, and stops at a basis. Negative weights are kept, so
// the basis, which has the largest weight of all, always has m.Rank() arms. They
// are returned in ascending order. weights holds one number an arm.
//
// Arms of equal weight are walked in a uniformly random order drawn from ties,
// which is used only where there is a tie; with nil the lowest index comes first.
func Greedy(m Matroid, weights []float64, ties *noise.Stream) []int {
	order := ranking(m)
	for e := range order {
		order[e].weight = weights[e]
	}
	slices.SortFunc(order, ranked.compare)
	drawLots(order, ties)
	held := m.NewBuilder()
	basis := make([]int, 0, m.Rank())
	for i := 0; len(basis) < m.Rank(); i++ {
		if arm := int(order[i].arm); held.Add(arm) {
			basis = append(basis, arm)
		}
	}
	slices.Sort(basis)
	return basis
}

// Optimal is A*, the basis of largest total mean weight. Of several, it is the
// one that the greedy walk finds with the lowest index first.
func Optimal(m Matroid, means []float64) []int { return Greedy(m, means, nil) }
