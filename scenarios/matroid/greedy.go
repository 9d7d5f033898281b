package matroid

import (
	"cmp"
	"math"
	"slices"

	"regretscope/noise"
)

// Greedy is CHH Algorithm 1: it walks the arms by descending weight and keeps each arm that
// preserves independence until it has a basis. It keeps negative weights too, so the basis
// always has m.Rank() arms. It returns them in ascending order. weights has one number for each
// arm.
//
// It walks arms whose weights tie (noise.TieLimit) in a random order drawn from ties. If ties is
// nil, the lowest index comes first.
func Greedy(m Matroid, weights []float64, ties *noise.Stream) []int {
	order := ranking(m)
	for e := range order {
		order[e].weight = weights[e]
	}
	slices.SortFunc(order, ranked.compare)
	shuffleTies(order, ties)
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

// Optimal returns A*, the basis with the largest total mean. If several have it, it returns the
// one of the greedy walk with the lowest index first.
func Optimal(m Matroid, means []float64) []int { return Greedy(m, means, nil) }

// A ranked is one arm in the order of the greedy walk.
type ranked struct {
	weight float64
	arm    int32
	tie    int32 // order among equal weights before ties are broken: loops last
}

// before reports whether r has the larger weight or, if they are equal, the smaller tie. −0
// equals 0. NaN is the lowest weight.
func (r ranked) before(other ranked) bool {
	return r.weight > other.weight || !(r.weight < other.weight) && r.compare(other) < 0
}

func (r ranked) compare(other ranked) int {
	return cmp.Or(cmp.Compare(other.weight, r.weight), cmp.Compare(r.tie, other.tie))
}

// resort sorts order by new weights. It uses insertion, which is fast for a nearly sorted
// order, and falls back to slices.SortFunc.
func resort(order []ranked, weights []float64) {
	for i := range order {
		order[i].weight = weights[order[i].arm]
	}
	moves := 32 * len(order)
	for i := 1; i < len(order); i++ {
		r, j := order[i], i
		for ; j > 0 && r.before(order[j-1]); j-- {
			order[j] = order[j-1]
		}
		order[j] = r
		if moves -= i - j; moves < 0 {
			slices.SortFunc(order, ranked.compare)
			return
		}
	}
}

// ranking lists the arms by index, without weights.
func ranking(m Matroid) []ranked {
	order := make([]ranked, m.Size())
	for e := range order {
		order[e] = ranked{arm: int32(e), tie: int32(e)}
		if m.Loop(e) {
			order[e].tie += int32(len(order))
		}
	}
	return order
}

// shuffleTies shuffles each group of weights in a sorted order that tie with its largest, and
// reports whether it drew a number. If ties is nil, the lowest index comes first. Loops stay at the
// end of the order of a group, because their order does not matter.
func shuffleTies(order []ranked, ties *noise.Stream) (drawn bool) {
	for first, end := 0, 0; first < len(order); first = end {
		top := order[first].weight
		least := noise.TieLimit(top)
		for end = first + 1; end < len(order) && (order[end].weight >= least || math.IsNaN(top)); end++ {
		}
		if end == first+1 {
			continue
		}
		slices.SortFunc(order[first:end], func(a, b ranked) int { return cmp.Compare(a.tie, b.tie) })
		if ties == nil {
			continue
		}
		arms := end
		for arms > first && int(order[arms-1].tie) >= len(order) {
			arms--
		}
		for i := arms - 1; i > first; i-- {
			j := first + ties.IntN(i-first+1)
			order[i], order[j] = order[j], order[i]
			drawn = true
		}
	}
	return drawn
}
