package matroid

import (
	"math/big"
	"math/bits"
)

// prime is the largest prime below 2⁶².
const prime = 1<<62 - 57

func mul(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	return bits.Rem64(high, low, prime)
}

func add(a, b uint64) uint64 {
	sum := a + b
	if sum >= prime {
		sum -= prime
	}
	return sum
}

func sub(a, b uint64) uint64 {
	difference, borrow := bits.Sub64(a, b, 0)
	if borrow != 0 {
		difference += prime
	}
	return difference
}

func residue(x *big.Int) uint64 {
	return new(big.Int).Mod(x, big.NewInt(prime)).Uint64()
}

// eliminate replaces row by a nonzero multiple of row − (factor/scale)·by. This keeps the span
// and needs no inverse. For genre vectors, factor and scale are nearly always 1 or −1, which
// needs no product.
func eliminate(row, by []uint64, factor, scale uint64) {
	if scale == prime-1 {
		scale, factor = 1, sub(0, factor)
	}
	if scale != 1 {
		for i, x := range row {
			row[i] = mul(scale, x)
		}
	}
	row = row[:len(by)]
	switch factor {
	case 1:
		for i, y := range by {
			row[i] = sub(row[i], y)
		}
	case prime - 1:
		for i, y := range by {
			row[i] = add(row[i], y)
		}
	default:
		for i, y := range by {
			row[i] = sub(row[i], mul(factor, y))
		}
	}
}

// modularBasis is a growing change of coordinates, modulo the prime, that maps every held
// vector to a multiple of its own unit vector.
//
// To decide whether a vector can be added, only the free coordinates must be exact. The others
// are computed when a dependence is requested, which is much rarer.
type modularBasis struct {
	vectors [][]coordinate // Linear.rows
	change  []uint64       // the matrix, by rows
	rows    []int          // the rows of held vectors, in order, then the free ones
	arms    []int          // the held arms
	clean   int            // number of arms already eliminated from all earlier rows
}

func newModularBasis(m *Linear) modularBasis {
	rank := m.rank
	b := modularBasis{
		vectors: m.rows,
		change:  make([]uint64, rank*rank),
		rows:    make([]int, rank),
		arms:    make([]int, 0, rank),
	}
	b.reset()
	return b
}

func (b *modularBasis) reset() {
	clear(b.change)
	for i := range b.rows {
		b.rows[i] = i
		b.row(i)[i] = 1
	}
	b.arms, b.clean = b.arms[:0], 0
}

func (b *modularBasis) row(i int) []uint64 {
	rank := len(b.rows)
	return b.change[i*rank : (i+1)*rank]
}

// coordinate returns arm e's new coordinate in row i, up to a factor of the row.
func (b *modularBasis) coordinate(i, e int) uint64 {
	row := b.row(i)
	var sum uint64
	for _, c := range b.vectors[e] {
		switch x := row[c.index]; {
		case x == 0: // usually
		case c.value == 1: // nearly always, for genre vectors
			sum = add(sum, x)
		default:
			sum = add(sum, mul(x, c.value))
		}
	}
	return sum
}

// pivot returns the index in b.rows of a free row in which e has a nonzero coordinate, or
// len(b.rows) if e is in the span.
func (b *modularBasis) pivot(e int) int {
	at := len(b.arms)
	for at < len(b.rows) && b.coordinate(b.rows[at], e) == 0 {
		at++
	}
	return at
}

// add adds e, or returns false if e is in the span.
func (b *modularBasis) add(e int) bool {
	at, taken := b.pivot(e), len(b.arms)
	if at == len(b.rows) {
		return false
	}
	b.rows[taken], b.rows[at] = b.rows[at], b.rows[taken]
	b.arms = append(b.arms, e)
	b.clear(taken, b.rows[at+1:]) // the rows that pivot passed are clear of e
	return true
}

// clear eliminates the k-th held arm from the given rows.
func (b *modularBasis) clear(k int, rows []int) {
	pivot, e := b.rows[k], b.arms[k]
	scale := b.coordinate(pivot, e)
	for _, i := range rows {
		if factor := b.coordinate(i, e); factor != 0 {
			eliminate(b.row(i), b.row(pivot), factor, scale)
		}
	}
}

// settled returns the coefficient of the k-th held arm in arm e, up to a factor of the held
// arm. e must be in the span.
func (b *modularBasis) settled(k, e int) uint64 {
	for ; b.clean < len(b.arms); b.clean++ {
		b.clear(b.clean, b.rows[:b.clean])
	}
	return b.coordinate(b.rows[k], e)
}
