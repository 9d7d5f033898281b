package matroid

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"

	"regretscope/noise/number"
	"regretscope/noise/param"
)

// Limits of a number as text. They allow every float64 and bound the cost.
const (
	maxDigits   = 400
	maxExponent = 400
)

// decimal matches an integer or decimal with an optional exponent, such as -3, 0.25 or 1e-3.
var decimal = regexp.MustCompile(`^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE]([+-]?[0-9]+))?$`)

// parseDecimal parses a number exactly.
func parseDecimal(text string) (*big.Rat, error) {
	parts := decimal.FindStringSubmatch(text)
	if parts == nil {
		return nil, fmt.Errorf("%.40q: must be a finite integer or decimal", param.Printable(text))
	}
	exponent := 0
	var err error
	if parts[3] != "" {
		exponent, err = strconv.Atoi(parts[3])
	}
	if err != nil || max(exponent, -exponent) > maxExponent || len(parts[1]) > maxDigits+1 {
		return nil, fmt.Errorf("%.40q: must have at most %d digits and an exponent from -%d to %d", text, maxDigits,
			maxExponent, maxExponent)
	}
	x, _ := new(big.Rat).SetString(text)
	return x, nil
}

func scaleToIntegers(vector []*big.Rat) []*big.Int {
	common := big.NewInt(1)
	for _, x := range vector {
		factor := new(big.Int).GCD(nil, nil, common, x.Denom())
		common.Mul(common, factor.Quo(x.Denom(), factor))
	}
	return param.Map(vector, func(x *big.Rat) *big.Int {
		return new(big.Int).Mul(x.Num(), new(big.Int).Quo(common, x.Denom()))
	})
}

// divideByCommon divides integers, in place, by their greatest common divisor.
func divideByCommon(integers []*big.Int) {
	common := new(big.Int)
	for _, x := range integers {
		common.GCD(nil, nil, common, new(big.Int).Abs(x))
	}
	if common.Sign() == 0 {
		return
	}
	for _, x := range integers {
		x.Quo(x, common)
	}
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

// reduce computes the primes, the rank, and the vectors modulo each prime on as many
// coordinates as the rank.
func (m *Linear) reduce(vectors [][]*big.Int) error {
	most := min(len(vectors), len(vectors[0]))
	bound := hadamard(vectors, most)
	if n, limit := bound.BitLen(), min(maxBoundBits, maxBoundWords*64/(most*most)); n > limit {
		return refuse("vectors", 0, "exact ranks of these entries take integers of up to %s bits: must be at most "+
			"%s for vectors of this size", number.Count(n), number.Count(limit))
	}
	fields := fieldsAbove(bound)
	// The rank is the highest rank modulo a prime, by the proof above. Coordinates with full
	// rank span all others, which are therefore not needed.
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

// hadamard bounds the absolute values of all minors of at most the given number of vectors by
// the product of their largest norms.
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

// pivotCoordinates returns the coordinates of the pivots modulo a prime. On these coordinates
// alone, the vectors have the same rank.
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
