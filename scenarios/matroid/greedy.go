package matroid

import (
	"cmp"
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

// A ranked is one arm's place in the greedy walk.
type ranked struct {
	weight float64
	arm    int32
	tie    int32 // order among equal weights before lots are drawn: loops last
}

// before reports whether r comes first: it has the larger weight or, of equal
// ones, the smaller tie. −0 equals 0, and NaN, which no learner should produce, is
// the lowest weight.
func (r ranked) before(other ranked) bool {
	return r.weight > other.weight || !(r.weight < other.weight) && r.compare(other) < 0
}

func (r ranked) compare(other ranked) int {
	return cmp.Or(cmp.Compare(other.weight, r.weight), cmp.Compare(r.tie, other.tie))
}

// equals reports whether the weights tie.
func (r ranked) equals(other ranked) bool {
	return r.weight == other.weight || r.weight != r.weight && other.weight != other.weight
}

// resort sorts order for new weights, by insertion, which takes little where the
// old order is nearly right; where it turns out not to be, slices.SortFunc does it.
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

// ranking lists the arms of m by number, with weights still to be set.
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

// drawLots shuffles each group of equal weights in a sorted order uniformly, and
// reports whether there was any. Loops, at the end of each group, stay: they can be in
// no basis, so their ties decide nothing and cost no draws.
func drawLots(order []ranked, ties *noise.Stream) (drawn bool) {
	if ties == nil {
		return false
	}
	for first, end := 0, 0; first < len(order); first = end {
		end = first + 1
		for end < len(order) && order[end].equals(order[first]) && int(order[end].tie) < len(order) {
			end++
		}
		for i := end - 1; i > first; i-- {
			j := first + ties.IntN(i-first+1)
			order[i], order[j] = order[j], order[i]
			drawn = true
		}
	}
	return drawn
}
