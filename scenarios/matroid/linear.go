package matroid

import (
	"fmt"
	"math/big"
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"regretscope/noise/number"
	"regretscope/noise/param"
)

// Linear is the matroid of vectors over the real numbers. Its ranks are exact.
//
// # Why ranks are exact
//
// Vectors are read as decimals. Multiplying a vector, or one coordinate of all vectors, by a nonzero number changes
// no set's independence, so all entries become integers. k integer vectors are independent if and only if one of
// their k×k minors is not 0. A minor is an integer and, by Hadamard's inequality, at most B, the product of the
// largest Euclidean norms. A prime above B divides no nonzero minor, so
//
//	a set is independent over ℝ  ⇔  it is independent modulo the prime.
//
// Elimination modulo 2⁶¹ − 1 is exact in machine words. Vectors whose B is not below this prime are refused.
type Linear struct {
	basics
	text        [][]string // the vectors as written
	rows        [][]uint64 // the vectors modulo the prime
	equal       []int      // of each arm, the first arm with the same vector
	independent []bool     // by bit set of arms; nil for more than tabled arms
}

// tabled is the largest number of arms whose sets are all decided in advance.
const tabled = 10

// maxDimension is the largest number of entries in a vector.
const maxDimension = 200

// NewLinear returns the linear matroid of 1 to MaxArms vectors with the same number of entries,
// 1 to maxDimension. Entries are finite and are read as their shortest decimals.
func NewLinear(vectors [][]float64) (*Linear, error) {
	return NewLinearText(param.Map(vectors, func(vector []float64) []string { return param.Map(vector, number.Format) }))
}

// NewLinearText is NewLinear for entries as text: integers or decimals of at most 400 digits,
// with an optional exponent.
func NewLinearText(vectors [][]string) (*Linear, error) {
	if err := checkSize("vectors", len(vectors)); err != nil {
		return nil, err
	}
	m := &Linear{basics: basics{kind: "linear", size: len(vectors)}, text: make([][]string, len(vectors))}
	integers := make([][]*big.Int, len(vectors))
	for e, vector := range vectors {
		if len(vector) < 1 || len(vector) > maxDimension {
			return nil, refuse("vectors", e+1, "vector %d has %s: must have 1 to %d", e+1, entries(len(vector)), maxDimension)
		}
		if len(vector) != len(vectors[0]) {
			return nil, refuse("vectors", e+1, "vector %d has %s, vector 1 has %d: all must have the same number", e+1,
				entries(len(vector)), len(vectors[0]))
		}
		decimals := make([]*big.Rat, len(vector))
		for i, text := range vector {
			d, err := parseDecimal(text)
			if err != nil {
				return nil, refuse("vectors", e+1, "vector %d, entry %d: %w", e+1, i+1, err)
			}
			decimals[i] = d
		}
		m.text[e] = slices.Clone(vector)
		integers[e] = scaleToIntegers(decimals)
	}
	shrink(integers)
	first := map[string]int{}
	for e, vector := range integers {
		text := fmt.Sprint(vector)
		if _, known := first[text]; !known {
			first[text] = e
		}
		m.equal = append(m.equal, first[text])
	}
	bound := hadamard(integers, min(len(vectors), len(vectors[0])))
	if bound.Cmp(new(big.Int).SetUint64(prime)) >= 0 {
		return nil, refuse("vectors", 0, "determinants of these vectors may have %s bits: must have less than 61 for exact "+
			"ranks; use fewer digits", number.Count(bound.BitLen()))
	}
	m.rows = param.Map(integers, func(vector []*big.Int) []uint64 { return param.Map(vector, residue) })
	m.rank = min(len(vectors), len(vectors[0]))
	if m.rank = rankOf(m.NewBuilder(), m.size); m.rank == 0 {
		return nil, errRankZero("vectors", "one must have an entry other than 0")
	}
	m.decide()
	return m, nil
}

// decide tables the independent sets of few arms, which come again and again.
func (m *Linear) decide() {
	if m.size > tabled {
		return
	}
	independent, b := make([]bool, 1<<m.size), m.NewBuilder()
	for set := range independent {
		b.Reset()
		independent[set] = true
		for e := range m.size {
			independent[set] = independent[set] && (set>>e&1 == 0 || b.Add(e))
		}
	}
	m.independent = independent
}

func entries(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", n)
}

// Loop reports whether vector e is zero.
func (m *Linear) Loop(e int) bool {
	return !slices.ContainsFunc(m.rows[e], func(x uint64) bool { return x != 0 })
}

// Vector returns the entries of vector e as written.
func (m *Linear) Vector(e int) []string { return slices.Clone(m.text[e]) }

// Describe returns vector e as written.
func (m *Linear) Describe(e int) string { return "(" + strings.Join(m.text[e], ", ") + ")" }

type linearBuilder struct {
	matroid *Linear
	arms    []int
	set     int    // of a tabled matroid: the bit set of arms
	span    span   // of others: that of the arms
	met     []bool // of others: by the first arm with the same vector, whether such an arm was added or refused
}

func (m *Linear) NewBuilder() Builder {
	b := &linearBuilder{matroid: m, arms: make([]int, 0, m.rank)}
	if m.independent == nil {
		b.span, b.met = newSpan(m.rank, len(m.rows[0])), make([]bool, m.size)
	}
	return b
}

func (b *linearBuilder) Reset() {
	b.arms, b.set, b.span.held = b.arms[:0], 0, 0
	clear(b.met)
}

func (b *linearBuilder) Add(e int) bool {
	if len(b.arms) == b.matroid.rank || !b.adds(e) {
		return false
	}
	b.arms = append(b.arms, e)
	return true
}

func (b *linearBuilder) adds(e int) bool {
	if b.matroid.independent == nil {
		met := &b.met[b.matroid.equal[e]]
		added := !*met && b.span.add(b.matroid.rows[e])
		*met = true
		return added
	}
	set := b.set | 1<<e
	if set == b.set || !b.matroid.independent[set] {
		return false
	}
	b.set = set
	return true
}

// Dependence eliminates vectors that end with their coefficients of the held arms.
func (b *linearBuilder) Dependence(dst []int, e int) []int {
	dimension := len(b.matroid.rows[e])
	s := newSpan(len(b.arms)+1, dimension+len(b.arms))
	s.dimension = dimension
	for k, arm := range b.arms {
		unit := make([]uint64, len(b.arms))
		unit[k] = 1
		s.add(slices.Concat(b.matroid.rows[arm], unit))
	}
	if s.add(slices.Concat(b.matroid.rows[e], make([]uint64, len(b.arms)))) || slices.Contains(b.arms, e) {
		return dst
	}
	first := len(dst)
	for k, arm := range b.arms {
		if s.rows[s.held][dimension+k] != 0 {
			dst = append(dst, arm)
		}
	}
	slices.Sort(dst[first:])
	return dst
}

// Limits of a number as text. They allow every float64 and bound the cost.
const (
	maxDigits   = 400
	maxExponent = 400
)

// decimal matches an integer or decimal with an optional exponent, such as -3, 0.25 or 1e-3.
var decimal = regexp.MustCompile(`^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE]([+-]?[0-9]+))?$`)

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
