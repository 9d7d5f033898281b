package matroid

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// Linear is the matroid of vectors over the real numbers, with linear
// independence. It is exact: no rounding can change a rank.
//
// # Why no rank is wrong
//
// Vectors are read as the decimals they are written as. Multiplying a vector, or
// one coordinate of all vectors, by a number other than 0 changes no set's
// independence, so all entries become integers. k of the integer vectors are
// independent if and only if one of their k×k minors is not 0. A minor is an
// integer, by Hadamard's inequality at most B, the product of the largest
// Euclidean norms. Take primes whose product is above B. A minor that is not 0
// cannot be divisible by all of them, or it would be divisible by their product,
// which exceeds it; and a minor that is 0 is 0 modulo each. Hence
//
//	a set is independent over ℝ  ⇔  it is independent modulo one of the primes.
//
// Modulo a prime, elimination is exact in machine words. Vectors with small
// entries, such as genre vectors, need a single prime near 2⁶².
type Linear struct {
	text    [][]string // the vectors as written
	rank    int
	modular []modularVectors // one a prime
}

// modularVectors are all vectors modulo one prime, reduced to rank coordinates.
type modularVectors struct {
	field
	rows [][]coordinate // of each arm, its coordinates that are not 0
}

type coordinate struct {
	index int
	value uint64
}

const (
	// MaxDimension is the largest number of entries a vector may have.
	MaxDimension = 200
	// maxBoundBits and maxWords keep the exact arithmetic affordable: the size
	// of Hadamard's bound, and primes × rank² words of a builder.
	maxBoundBits = 16384
	maxWords     = 1 << 20
)

// NewLinear returns the linear matroid of 1 to MaxArms vectors, whose entries,
// 1 to MaxDimension of them and equally many in each vector, are finite integers
// or decimals and are read as the shortest decimals that denote them.
func NewLinear(vectors [][]float64) (*Linear, error) {
	if err := checkSize("vectors", len(vectors)); err != nil {
		return nil, err
	}
	texts := make([][]string, len(vectors))
	for e, vector := range vectors {
		texts[e] = make([]string, len(vector))
		for i, x := range vector {
			text, err := shortest(x)
			if err != nil {
				return nil, fmt.Errorf("vectors: vector %d, entry %d: %w", e+1, i+1, err)
			}
			texts[e][i] = text
		}
	}
	return NewLinearText(texts)
}

// NewLinearText is NewLinear for entries as they are written: integers or
// decimals, with an exponent or not, of at most 400 digits.
func NewLinearText(vectors [][]string) (*Linear, error) {
	if err := checkSize("vectors", len(vectors)); err != nil {
		return nil, err
	}
	m := &Linear{text: make([][]string, len(vectors))}
	integers := make([][]*big.Int, len(vectors))
	for e, vector := range vectors {
		if len(vector) < 1 || len(vector) > MaxDimension {
			return nil, fmt.Errorf("vectors: vector %d has %d entries: must have 1 to %d", e+1, len(vector), MaxDimension)
		}
		if len(vector) != len(vectors[0]) {
			return nil, fmt.Errorf("vectors: vector %d has %d entries, vector 1 has %d: must all have as many", e+1, len(vector), len(vectors[0]))
		}
		decimals := make([]decimal, len(vector))
		for i, text := range vector {
			d, err := parseDecimal(text)
			if err != nil {
				return nil, fmt.Errorf("vectors: vector %d, entry %d: %w", e+1, i+1, err)
			}
			decimals[i] = d
		}
		m.text[e] = slices.Clone(vector)
		integers[e] = scaleToIntegers(decimals)
	}
	shrink(integers)
	if err := m.reduce(integers); err != nil {
		return nil, err
	}
	return m, nil
}

// shrink divides every coordinate and then every vector by its common factor.
func shrink(vectors [][]*big.Int) {
	column := make([]*big.Int, len(vectors))
	for i := range vectors[0] {
		for e, vector := range vectors {
			column[e] = vector[i]
		}
		divideByCommon(column)
	}
	for _, vector := range vectors {
		divideByCommon(vector)
	}
}

// reduce finds the primes, the rank and as many coordinates as the rank, and
// keeps the vectors modulo each prime on these coordinates.
func (m *Linear) reduce(vectors [][]*big.Int) error {
	most := min(len(vectors), len(vectors[0]))
	bound := hadamard(vectors, most)
	if n := bound.BitLen(); n > maxBoundBits || (n/61+1)*most*most > maxWords {
		return fmt.Errorf("vectors: exact ranks of these entries take integers of up to %d bits: must be at most %d for vectors of this size",
			n, min(maxBoundBits, 61*maxWords/(most*most)))
	}
	fields := fieldsAbove(bound)
	// The rank is the highest modulo any prime, by the proof above; coordinates
	// on which the rank is full span all others, which therefore decide nothing.
	var kept []int
	for _, f := range fields {
		if pivots := pivotCoordinates(f, vectors); len(pivots) > len(kept) {
			kept = pivots
		}
	}
	if len(kept) == 0 {
		return errRankZero("vectors", "one must have an entry other than 0")
	}
	m.rank = len(kept)
	m.modular = make([]modularVectors, len(fields))
	for i, f := range fields {
		rows := make([][]coordinate, len(vectors))
		for e, vector := range vectors {
			for index, from := range kept {
				if value := f.residue(vector[from]); value != 0 {
					rows[e] = append(rows[e], coordinate{index, value})
				}
			}
		}
		m.modular[i] = modularVectors{field: f, rows: rows}
	}
	return nil
}

// hadamard bounds the absolute value of every minor of up to the given number
// of vectors: the product of the largest norms, the root rounded up.
func hadamard(vectors [][]*big.Int, most int) *big.Int {
	squares := make([]*big.Int, len(vectors))
	for e, vector := range vectors {
		squares[e] = new(big.Int)
		for _, x := range vector {
			squares[e].Add(squares[e], new(big.Int).Mul(x, x))
		}
	}
	slices.SortFunc(squares, func(a, b *big.Int) int { return b.Cmp(a) })
	product := big.NewInt(1)
	for _, square := range squares[:most] {
		if square.Sign() > 0 {
			product.Mul(product, square)
		}
	}
	return product.Sqrt(product).Add(product, big.NewInt(1))
}

// pivotCoordinates eliminates modulo one prime and returns the pivots'
// coordinates: on them alone the vectors have the same rank.
func pivotCoordinates(f field, vectors [][]*big.Int) []int {
	rows := make([][]uint64, len(vectors))
	for e, vector := range vectors {
		rows[e] = make([]uint64, len(vector))
		for i, x := range vector {
			rows[e][i] = f.residue(x)
		}
	}
	var pivots []int
	for i := range vectors[0] {
		done := len(pivots)
		at := slices.IndexFunc(rows[done:], func(row []uint64) bool { return row[i] != 0 })
		if at < 0 {
			continue
		}
		rows[done], rows[done+at] = rows[done+at], rows[done]
		for _, row := range rows[done+1:] {
			if row[i] != 0 {
				f.eliminate(row, rows[done], row[i], rows[done][i])
			}
		}
		pivots = append(pivots, i)
		if len(pivots) == len(rows) {
			break
		}
	}
	return pivots
}

// eliminate sets row to scale·row − factor·by. With scale other than 0 the row
// spans the same together with `by` as before, without a division.
func (f field) eliminate(row, by []uint64, factor, scale uint64) {
	if scale != f.one {
		for i, x := range row {
			if x != 0 {
				row[i] = f.mul(scale, x)
			}
		}
	}
	for i, y := range by {
		if y != 0 {
			row[i] = f.sub(row[i], f.mul(factor, y))
		}
	}
}

// Kind returns "linear".
func (m *Linear) Kind() string { return "linear" }

// Size is the number of vectors.
func (m *Linear) Size() int { return len(m.text) }

// Rank is the dimension of the vectors' span.
func (m *Linear) Rank() int { return m.rank }

// Independent reports whether the vectors of set are linearly independent.
func (m *Linear) Independent(set []int) bool { return independent(m, set) }

// Loop reports whether vector e is zero.
func (m *Linear) Loop(e int) bool {
	return !slices.ContainsFunc(m.modular, func(v modularVectors) bool { return len(v.rows[e]) > 0 })
}

// Describe is vector e as it was written.
func (m *Linear) Describe(e int) string { return "(" + strings.Join(m.text[e], ", ") + ")" }
