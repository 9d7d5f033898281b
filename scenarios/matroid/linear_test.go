package matroid

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"testing"

	"regretscope/noise"
)

func TestLinearRanksAreExact(t *testing.T) {
	prime := fmt.Sprint(firstPrime())
	cases := []struct {
		name    string
		vectors [][]string
		rank    int
	}{
		{"tenths that binary fractions miss", [][]string{{"0.1", "0.3"}, {"0.3", "0.9"}}, 1},
		{"decimals of several lengths", [][]string{{"0.10", "2"}, {"1e-1", "2.0"}, {"-.2", "-4."}}, 1},
		{"off by one in the 17th digit", [][]string{{"10000000000000000", "10000000000000001"}, {"1", "1"}}, 2},
		{"huge beside small", [][]string{{"1e300", "1e-300"}, {"1e300", "2e-300"}}, 2},
		{"huge and small in proportion", [][]string{{"1e300", "1e-300"}, {"2e300", "2e-300"}, {"3e299", "3e-301"}}, 1},
		{"a coordinate of one scale", [][]string{{"1", "1e-200"}, {"2", "3e-200"}, {"1", "2e-200"}}, 2},
		{"equal modulo the first prime", [][]string{{prime, "1"}, {"0", "1"}}, 2},
		{"a minor that is the first prime", [][]string{{"2305843009213693951", "1"}, {"57", "2"}, {prime, "2"}}, 2},
		{"magic square of rank 2", [][]string{{"1", "2", "3"}, {"4", "5", "6"}, {"7", "8", "9"}}, 2},
		{"the same, all but", [][]string{{"1", "2", "3"}, {"4", "5", "6"}, {"7", "8", "9.00000000000000000001"}}, 3},
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

func firstPrime() uint64 { return fieldsAbove(big.NewInt(1))[0].prime }

// A float64 stands for its shortest decimal.
func TestFloatsAreReadAsShortestDecimals(t *testing.T) {
	tenth, fifth := .1, .2
	cases := []struct {
		name    string
		vectors [][]float64
		rank    int
	}{
		{"0.1 and 0.2 sum to another number than 0.3", [][]float64{{tenth + fifth, 1}, {.3, 1}}, 2},
		{"0.1 : 0.3 is 0.3 : 0.9", [][]float64{{.1, .3}, {.3, .9}}, 1},
		{"ends of the range", [][]float64{{5e-324, 1.7976931348623157e308}, {1, 1}, {1e-323, 1}}, 2},
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
		arms, dimension, rank := 8+random.IntN(8), 4+random.IntN(6), 1+random.IntN(5)
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
		all := make([]int, arms)
		for e := range all {
			all[e] = e
		}
		m, err := NewLinearText(vectors)
		if err != nil {
			t.Fatal(err)
		}
		if want := rationalRank(vectors, all); m.Rank() != want {
			t.Errorf("rank %d of %v, want %d", m.Rank(), vectors, want)
		}
	}
}

func thin(random *noise.Stream, rows, columns int) [][]*big.Int {
	matrix := make([][]*big.Int, rows)
	for i := range matrix {
		for range columns {
			x := new(big.Int).SetUint64(random.Uint64() >> random.IntN(64))
			matrix[i] = append(matrix[i], x)
		}
	}
	return matrix
}

// A minor is divisible by the first prime, so the other primes must give the dependence.
func TestDependenceWhereAPrimeFallsBehind(t *testing.T) {
	prime := fmt.Sprint(firstPrime())
	vectors := [][]string{{prime, "1", "0"}, {"0", "1", "0"}, {"0", "0", "1"}, {"1", "1", "1"}, {"1", "0", "0"}}
	m, err := NewLinearText(vectors)
	if err != nil {
		t.Fatal(err)
	}
	b := m.NewBuilder()
	for e := range 3 {
		if !b.Add(e) {
			t.Fatalf("arm %d is dependent", e)
		}
	}
	if b.(*linearBuilder).bases[0].vectors.prime != firstPrime() || len(b.(*linearBuilder).bases[0].arms) == 3 {
		t.Fatal("the first prime has not fallen behind: the case tests nothing")
	}
	for e, want := range map[int][]int{3: {0, 1, 2}, 4: {0, 1}} {
		if got := b.Dependence(nil, e); !slices.Equal(got, want) {
			t.Errorf("Dependence(%d) = %v, want %v", e, got, want)
		}
	}
}

// Two minors are each divisible by one of the two primes: with arms 0 and 1 held the first
// prime is behind, and modulo the second arm 2 does not depend on arm 0, but over ℝ it does.
func TestDependenceThatNoPrimeLeftCanSee(t *testing.T) {
	const odd = 1<<31 - 1
	withMinor := func(minor uint64) []string { // x·odd − y = minor
		x := minor/odd + 1
		return []string{fmt.Sprint(x), fmt.Sprint(x*odd - minor)}
	}
	primes := fieldsAbove(new(big.Int).Lsh(big.NewInt(1), 80))
	m, err := NewLinearText([][]string{withMinor(primes[0].prime), {"1", fmt.Sprint(odd)}, withMinor(primes[1].prime)})
	if err != nil {
		t.Fatal(err)
	}
	b := m.NewBuilder().(*linearBuilder)
	if len(b.bases) != 2 || !b.Add(0) || !b.Add(1) || len(b.bases[0].arms) != 1 || b.bases[1].settled(0, 2) != 0 {
		t.Fatal("the primes see the dependence: the case tests nothing")
	}
	if got := b.Dependence(nil, 2); !slices.Equal(got, []int{0, 1}) {
		t.Errorf("Dependence(2) = %v, want arms 0 and 1", got)
	}
}

func TestFieldArithmetic(t *testing.T) {
	random := noise.NewStream(noise.Key(18, noise.Invention))
	fields := append(fieldsAbove(new(big.Int).Lsh(big.NewInt(1), 150)), field{3}, field{101})
	for _, f := range fields {
		p := new(big.Int).SetUint64(f.prime)
		for range 200 {
			x, y := new(big.Int).SetUint64(random.Uint64()), new(big.Int).SetUint64(random.Uint64())
			y.Neg(y)
			a, b := f.residue(x), f.residue(y)
			for _, c := range []struct {
				name string
				got  uint64
				want *big.Int
			}{
				{"mul", f.mul(a, b), new(big.Int).Mul(x, y)},
				{"add", f.add(a, b), new(big.Int).Add(x, y)},
				{"sub", f.sub(a, b), new(big.Int).Sub(x, y)},
				{"one", f.mul(a, 1), x},
			} {
				if c.got != f.residue(c.want) || c.got >= f.prime {
					t.Fatalf("%s of %v and %v modulo %v is wrong", c.name, x, y, p)
				}
			}
		}
	}
}

func TestPrimesExceedTheBound(t *testing.T) {
	for _, width := range []uint{0, 1, 61, 62, 63, 124, 1000} {
		bound := new(big.Int).Lsh(big.NewInt(1), width)
		product := big.NewInt(1)
		seen := map[uint64]bool{}
		for _, f := range fieldsAbove(bound) {
			if seen[f.prime] || bits.Len64(f.prime) > 62 || !new(big.Int).SetUint64(f.prime).ProbablyPrime(20) {
				t.Fatalf("%v: %d comes twice, is no prime, or is too large", width, f.prime)
			}
			seen[f.prime] = true
			product.Mul(product, new(big.Int).SetUint64(f.prime))
		}
		if product.Cmp(bound) <= 0 {
			t.Errorf("the primes' product is not above 2^%d", width)
		}
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
