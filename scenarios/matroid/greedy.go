package matroid

import (
	"math"
	"slices"

	"regretscope/noise"
)

// A ranked is one arm's place in the greedy walk.
type ranked struct {
	key uint64 // larger for larger weights
	arm int
	tie int // order among equal weights before lots are drawn: loops last
}

// key maps weights to integers in the same order, so that comparing is exact and
// total: −0 equals 0, and NaN, which no learner should produce, is the lowest.
func key(weight float64) uint64 {
	switch {
	case math.IsNaN(weight):
		return 0
	case weight == 0:
		return 1 << 63
	}
	word := math.Float64bits(weight)
	if word>>63 != 0 {
		return ^word
	}
	return word | 1<<63
}

func (r ranked) compare(other ranked) int {
	switch {
	case r.key > other.key:
		return -1
	case r.key < other.key:
		return 1
	}
	return r.tie - other.tie
}

// ranking lists the arms of m by number, with weights still to be set.
func ranking(m Matroid) []ranked {
	order := make([]ranked, m.Size())
	for e := range order {
		order[e] = ranked{arm: e, tie: e}
		if m.Loop(e) {
			order[e].tie += len(order)
		}
	}
	return order
}

// drawLots shuffles each group of equal weights in a sorted order uniformly and
// reports whether there was any. Loops, at the end of each group, stay: they can
// be in no basis, so their ties decide nothing and cost no draws.
func drawLots(order []ranked, ties *noise.Stream) bool {
	if ties == nil {
		return false
	}
	drawn := false
	for first, end := 0, 0; first < len(order); first = end {
		end = first + 1
		for end < len(order) && order[end].key == order[first].key && order[end].tie < len(order) {
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

// Greedy is CHH Algorithm 1: it walks the arms by descending weight, keeps those
// that keep independence, and stops at a basis. Negative weights are kept, so
// the basis, which has the largest weight of all, always has m.Rank() arms. They
// are returned in ascending order. weights holds one number an arm.
//
// Arms of equal weight are walked in a uniformly random order drawn from ties,
// which is used only where there is a tie; with nil the lowest index comes first.
func Greedy(m Matroid, weights []float64, ties *noise.Stream) []int {
	order := ranking(m)
	for i := range order {
		order[i].key = key(weights[order[i].arm])
	}
	slices.SortFunc(order, ranked.compare)
	drawLots(order, ties)
	return walk(m, m.NewBuilder(), order)
}

// walk keeps, in order, every arm that the builder can add.
func walk(m Matroid, b Builder, order []ranked) []int {
	basis := make([]int, 0, m.Rank())
	for i := 0; len(basis) < m.Rank(); i++ {
		if b.Add(order[i].arm) {
			basis = append(basis, order[i].arm)
		}
	}
	slices.Sort(basis)
	return basis
}

// Optimal is A*, the basis of largest total mean weight. Of several, it is the
// one that the greedy walk finds with the lowest index first.
func Optimal(m Matroid, means []float64) []int { return Greedy(m, means, nil) }
