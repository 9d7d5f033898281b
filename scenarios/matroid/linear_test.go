package matroid

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"regretscope/noise"
	"regretscope/noise/param"
)

func TestLinearRanksAreExact(t *testing.T) {
	cases := []struct {
		name    string
		vectors [][]string
		rank    int
	}{
		{"tenths that binary fractions miss", [][]string{{"0.1", "0.3"}, {"0.3", "0.9"}}, 1},
		{"decimals of several lengths", [][]string{{"0.10", "2"}, {"1e-1", "2.0"}, {"-.2", "-4."}}, 1},
		{"off by one in the 9th digit", [][]string{{"100000000", "100000001"}, {"1", "1"}}, 2},
		{"a scale of its own for each vector", [][]string{{"1e300", "2e300"}, {"2e-300", "4e-300"}, {"1", "3"}}, 2},
		{"a coordinate of another scale", [][]string{{"1", "1e-200"}, {"2", "3e-200"}, {"1", "2e-200"}}, 2},
		{"nearly the largest determinant", [][]string{{"1518500249", "0"}, {"0", "1518500248"}, {"1", "0"}}, 2},
		{"magic square of rank 2", [][]string{{"1", "2", "3"}, {"4", "5", "6"}, {"7", "8", "9"}}, 2},
		{"more vectors than entries", [][]string{{"1"}, {"0"}, {"-0.0"}, {"3"}}, 1},
		{"more entries than vectors", [][]string{{"1", "2", "3", "4"}, {"2", "4", "6", "8"}}, 1},
	}
	for _, c := range cases {
		m, err := NewLinearText(c.vectors)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if m.Rank() != c.rank {
			t.Errorf("%s: rank %d, want %d", c.name, m.Rank(), c.rank)
		}
	}
}

// Determinants that the prime does not bound are refused: among them is the prime itself, modulo
// which dependent and independent vectors look the same.
func TestLargeDeterminantsAreRefused(t *testing.T) {
	for name, vectors := range map[string][][]string{
		"the prime":      {{fmt.Sprint(uint64(prime)), "1"}, {"1", "2"}},
		"17 digits":      {{"10000000000000000", "10000000000000001"}, {"1000", "3001"}},
		"huge and small": {{"1e300", "1e-300"}, {"1", "2"}},
		"a power of two": {{"2147483648", "1"}, {"1", "2147483648"}},
		"many of them":   {{"9999999", "1", "1"}, {"1", "9999999", "1"}, {"1", "1", "9999999"}},
	} {
		if _, err := NewLinearText(vectors); err == nil || !strings.Contains(err.Error(), "must have less than 61 for exact ranks") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A float64 stands for its shortest decimal.
func TestFloatsAreReadAsShortestDecimals(t *testing.T) {
	cases := []struct {
		name    string
		vectors [][]float64
		rank    int
	}{
		{"0.1 : 0.3 is 0.3 : 0.9", [][]float64{{.1, .3}, {.3, .9}}, 1},
		{"ends of the range", [][]float64{{5e-324, 1e-323}, {1.5e308, 2e307}}, 2},
	}
	for _, c := range cases {
		m, err := NewLinear(c.vectors)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if m.Rank() != c.rank {
			t.Errorf("%s: rank %d, want %d", c.name, m.Rank(), c.rank)
		}
	}
}

// Ranks of larger random matrices against elimination over ℚ.
func TestLinearRankAgainstRationals(t *testing.T) {
	random := noise.NewStream(noise.Key(17, noise.Invention))
	for range 30 {
		arms, dimension, rank := 8+random.IntN(8), 3+random.IntN(3), 1+random.IntN(4)
		// The rank of a product is at most that of its factors.
		left, right := thin(&random, arms, rank), thin(&random, dimension, rank)
		vectors := make([][]string, arms)
		for e := range vectors {
			for i := range dimension {
				sum := new(big.Int)
				for k := range rank {
					sum.Add(sum, new(big.Int).Mul(left[e][k], right[i][k]))
				}
				vectors[e] = append(vectors[e], sum.String())
			}
		}
		m := param.Must(NewLinearText(vectors))
		if want := rationalRank(vectors, param.Indices(arms)); m.Rank() != want {
			t.Errorf("rank %d of %v, want %d", m.Rank(), vectors, want)
		}
	}
}

func thin(random *noise.Stream, rows, columns int) [][]*big.Int {
	matrix := make([][]*big.Int, rows)
	for i := range matrix {
		for range columns {
			x := new(big.Int).SetUint64(random.Uint64() >> (60 + random.IntN(4)))
			matrix[i] = append(matrix[i], x)
		}
	}
	return matrix
}

func TestFieldArithmetic(t *testing.T) {
	random := noise.NewStream(noise.Key(18, noise.Invention))
	for range 500 {
		x, y := new(big.Int).SetUint64(random.Uint64()), new(big.Int).SetUint64(random.Uint64())
		y.Neg(y)
		a, b := residue(x), residue(y)
		for _, c := range []struct {
			name string
			got  uint64
			want *big.Int
		}{
			{"mul", mul(a, b), new(big.Int).Mul(x, y)},
			{"sub", sub(a, b), new(big.Int).Sub(x, y)},
			{"one", mul(a, 1), x},
			{"inverse", mul(a, inverse(a)), big.NewInt(1)},
		} {
			if c.got != residue(c.want) || c.got >= prime {
				t.Fatalf("%s of %v and %v is wrong", c.name, x, y)
			}
		}
	}
}

func TestThePrimeIsPrime(t *testing.T) {
	if n := new(big.Int).SetUint64(prime); n.BitLen() != 61 || !n.ProbablyPrime(20) {
		t.Errorf("%v is no prime of 61 bits", n)
	}
}

// Hadamard matrices, ±1 with orthogonal rows, attain the bound.
func TestHadamardBoundsMinors(t *testing.T) {
	one, minus := big.NewInt(1), big.NewInt(-1)
	vectors := [][]*big.Int{{one, one, one, one}, {one, minus, one, minus}, {one, one, minus, minus}, {one, minus, minus, one}}
	if got := hadamard(vectors, 4); got.Int64() != 17 { // the determinant is 16
		t.Errorf("hadamard = %v, want 17", got)
	}
	five := []*big.Int{big.NewInt(3), big.NewInt(4)}
	zero := []*big.Int{big.NewInt(0), big.NewInt(0)}
	if got := hadamard([][]*big.Int{zero, five, zero}, 2); got.Int64() != 6 {
		t.Errorf("hadamard = %v, want 6", got)
	}
}
