package matroid

import (
	"math"
	"slices"
	"testing"

	"regretscope/noise"
	"regretscope/noise/param"
)

// randomWeights usually have few values, some negative, so there are ties.
func randomWeights(random *noise.Stream, weights []float64) {
	coarse := random.IntN(3) > 0
	for e := range weights {
		weights[e] = 4*random.Float64() - 2
		if coarse {
			weights[e] = math.Round(weights[e])
		}
	}
}

func TestGreedyFindsTheHeaviestBasis(t *testing.T) {
	random := noise.NewStream(noise.Key(9, noise.Learning))
	for name, m := range randomInstances(t, 60) {
		weights := make([]float64, m.Size())
		for range 10 {
			randomWeights(&random, weights)
			best := math.Inf(-1)
			for mask := range 1 << m.Size() {
				if set := subset(mask); len(set) == m.Rank() && m.slow(set) {
					best = max(best, total(weights, set))
				}
			}
			for _, ties := range []*noise.Stream{nil, &random} {
				got := Greedy(m, weights, ties)
				if !m.slow(got) || len(got) != m.Rank() || !slices.IsSorted(got) {
					t.Fatalf("%s: Greedy(%v) = %v, which is no ascending basis", name, weights, got)
				}
				if w := total(weights, got); math.Abs(w-best) > 1e-12 {
					t.Fatalf("%s: Greedy(%v) = %v of weight %v, the best basis has %v", name, weights, got, w, best)
				}
			}
		}
	}
}

func total(weights []float64, set []int) float64 {
	sum := 0.
	for _, e := range set {
		sum += weights[e]
	}
	return sum
}

var chhMeans = []float64{.80, .75, .60, .20, .30, .40, .70}

func chhSynthetic() *Linear {
	return param.Must(NewLinear([][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {2, 0, 0}, {0, 0, 0}}))
}

func TestOptimalTakesTheLowestIndex(t *testing.T) {
	m := param.Must(NewPartition(5, [][]int{{5, 2, 1}, {3, 4}}, []int{1, 1}))
	if got := Optimal(m, []float64{0, math.Copysign(0, -1), 1, 1, 0}); !slices.Equal(got, []int{0, 2}) {
		t.Errorf("Optimal = %v, want arms 0 and 2", got)
	}
}

// Six equal arms of the uniform matroid of rank 2: all 15 pairs are equally likely. Pearson's
// statistic with 14 degrees of freedom exceeds 50 with probability 6·10⁻⁶. Choosing the lowest
// index, or favoring an arm by 10%, far exceeds it.
func TestTiesAreUniform(t *testing.T) {
	m, _ := NewUniform(6, 2)
	equal := make([]float64, 6)
	statistic := func(weights func(round int) []float64) float64 {
		ties := noise.NewStream(noise.Key(10, noise.Learning))
		counts := make(map[[2]int]float64)
		const rounds = 30_000
		for round := range rounds {
			basis := Greedy(m, weights(round), &ties)
			counts[[2]int{basis[0], basis[1]}]++
		}
		sum, expected := 0., rounds/15.
		for a := range 6 {
			for b := a + 1; b < 6; b++ {
				d := counts[[2]int{a, b}] - expected
				sum += d * d / expected
			}
		}
		return sum
	}
	if s := statistic(func(int) []float64 { return equal }); s > 50 {
		t.Errorf("ties are not uniform: statistic %.1f", s)
	}
	favor := []float64{1, 0, 0, 0, 0, 0}
	if s := statistic(func(round int) []float64 {
		if round%10 == 0 {
			return favor
		}
		return equal
	}); s < 50 {
		t.Errorf("an arm that is favored every tenth round passes: statistic %.1f", s)
	}
}

func TestOnlyTiesThatMatterCostDraws(t *testing.T) {
	m := chhSynthetic()
	loops := param.Must(NewTransversal(4, [][]int{{1, 2}, {2}}))
	cases := []struct {
		name    string
		m       Matroid
		weights []float64
		draws   bool
	}{
		{"all different", m, chhMeans, false},
		{"a loop ties with an arm", m, []float64{.8, .7, .6, .5, .4, .3, .8}, false},
		{"two loops tie", loops, []float64{2, 1, 3, 3}, false},
		{"two arms tie", m, []float64{.8, .8, .6, .5, .4, .3, .2}, true},
	}
	for _, c := range cases {
		before := noise.NewStream(1)
		ties := before
		Greedy(c.m, c.weights, &ties)
		if (ties != before) != c.draws {
			t.Errorf("%s: drew = %v, want %v", c.name, ties != before, c.draws)
		}
	}
}

func TestOrderOfWeights(t *testing.T) {
	descending := []float64{
		math.Inf(1), math.MaxFloat64, 1, 0.5, math.SmallestNonzeroFloat64, 0,
		-math.SmallestNonzeroFloat64, -1, -math.MaxFloat64, math.Inf(-1), math.NaN(),
	}
	for i, x := range descending {
		for j, y := range descending {
			a, b := ranked{weight: x, tie: 1}, ranked{weight: y}
			if got := a.compare(b); (got < 0) != (i < j) || a.before(b) != (i < j) {
				t.Errorf("%v against %v: %d", x, y, got)
			}
		}
	}
	if minus := (ranked{weight: math.Copysign(0, -1)}); minus.compare(ranked{}) != 0 ||
		minus.before(ranked{}) {
		t.Error("0 and −0 differ")
	}
}
