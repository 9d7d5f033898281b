package matroid

import (
	"math/big"
	"math/bits"
	"slices"
)

// prime is a Mersenne prime: a remainder takes no division.
const prime = 1<<61 - 1

func mul(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	product := low&prime + (high<<3 | low>>61)
	if product >= prime {
		product -= prime
	}
	return product
}

func sub(a, b uint64) uint64 {
	difference, borrow := bits.Sub64(a, b, 0)
	if borrow != 0 {
		difference += prime
	}
	return difference
}

// inverse is x^(prime−2), by Fermat.
func inverse(x uint64) uint64 {
	power := uint64(1)
	for bit := 60; bit >= 0; bit-- {
		power = mul(power, power)
		if (prime-2)>>bit&1 == 1 {
			power = mul(power, x)
		}
	}
	return power
}

func residue(x *big.Int) uint64 {
	return new(big.Int).Mod(x, big.NewInt(prime)).Uint64()
}

// A span holds independent vectors modulo the prime, in echelon form.
type span struct {
	rows      [][]uint64 // those held, then space for others
	pivots    []int      // of each row, an entry that is 1, and 0 in all later rows
	held      int
	dimension int // only this many of the first entries are pivots
}

func newSpan(most, entries int) span {
	s := span{rows: make([][]uint64, most), pivots: make([]int, most), dimension: entries}
	for k := range s.rows {
		s.rows[k] = make([]uint64, entries)
	}
	return s
}

// add adds a vector, or returns false if it is in the span.
func (s *span) add(vector []uint64) bool {
	x := s.rows[s.held]
	copy(x, vector)
	for k, row := range s.rows[:s.held] {
		factor := x[s.pivots[k]]
		if factor == 0 {
			continue
		}
		for i, y := range row {
			if y != 0 { // genre vectors are sparse
				x[i] = sub(x[i], mul(factor, y))
			}
		}
	}
	pivot := slices.IndexFunc(x[:s.dimension], func(y uint64) bool { return y != 0 })
	if pivot < 0 {
		return false
	}
	if x[pivot] != 1 {
		scale := inverse(x[pivot])
		for i, y := range x {
			x[i] = mul(scale, y)
		}
	}
	s.pivots[s.held] = pivot
	s.held++
	return true
}

// Pairs returns π_t of CHH (§4.3): for each arm of a played basis, the arm of the best basis whose
// place it takes, so that the round's regret is the sum of the differences of their means. An arm
// of both is its own pair. The play is in the order of its scores and the best basis in that of its
// means, the largest first: then no arm of the play has a smaller score than its pair.
func Pairs(m Matroid, play, best []int) []int {
	pairs := make([]int, len(play))
	held := m.NewBuilder()
	for k := len(play) - 1; k >= 0; k-- {
		if slices.Contains(best, play[k]) {
			pairs[k] = play[k]
			continue
		}
		held.Reset()
		for _, e := range slices.Concat(play[:k], pairs[k+1:]) {
			held.Add(e)
		}
		pairs[k] = best[slices.IndexFunc(best, held.Add)]
	}
	return pairs
}
