package matroid

import (
	"math"
	"slices"

	"regretscope/noise"
)

// A ranked is one arm's place in the greedy walk.
type ranked struct {
	key uint64 // larger for larger weights
	arm int32
	tie int32 // order among equal weights before lots are drawn: loops last
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
	return int(r.tie - other.tie)
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
		for end < len(order) && order[end].key == order[first].key && int(order[end].tie) < len(order) {
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

// tieBits hold every tie, which is below 2·MaxArms.
const tieBits = 11

// sortByWords sorts order after its keys have changed. Words are compared several
// times faster than structs, so words of the key's leading bits and the tie are
// sorted first; what differs only in the bits that had to give way is put right
// by insertion. words is scratch of order's length.
func sortByWords(order []ranked, keys, words []uint64) {
	const low = 1<<tieBits - 1
	for i, r := range order { // in the old order, which is often nearly the new
		words[i] = ^keys[r.arm]&^low | uint64(r.tie)
	}
	slices.Sort(words)
	for i, word := range words {
		r := ranked{tie: int32(word & low)}
		r.arm = r.tie % int32(len(order))
		r.key = keys[r.arm]
		j := i
		for ; j > 0 && r.compare(order[j-1]) < 0; j-- {
			order[j] = order[j-1]
		}
		order[j] = r
	}
}
