package learners_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"regretscope/scenarios/matroid"
)

// On matroids a basis comes up as often as the greedy walk ends in it over all orders
// of the arms, which are counted here one by one: not equally often, as the companion
// shows. |z| > 5 has a chance of 6·10⁻⁷ a basis.
func TestRandomPlaysTheBasisOfARandomOrder(t *testing.T) {
	const rounds = 20_000
	for kind, m := range everyKind() {
		t.Run(kind, func(t *testing.T) {
			if m.Size() > 6 {
				return // 720 orders are enough
			}
			chances, orders := map[string]float64{}, 0.0
			order := make([]float64, m.Size())
			for e := range order {
				order[e] = float64(e)
			}
			permute(order, func() {
				orders++
				chances[basisKey(matroid.Optimal(m, order))]++
			})
			counts := map[string]float64{}
			for l, round := startOn(m, "random", 1, 6), 1; round <= rounds; round++ {
				counts[basisKey(l.Choose(round))]++
			}
			worst, uniform := 0.0, 0.0
			for basis, n := range chances {
				worst = max(worst, math.Abs(binomialScore(counts[basis], rounds, n/orders)))
				uniform = max(uniform, math.Abs(binomialScore(counts[basis], rounds, 1/float64(len(chances)))))
				delete(counts, basis)
			}
			if worst > 5 || len(counts) > 0 {
				t.Errorf("%s: z = %.1f, impossible bases %v", kind, worst, counts)
			}
			if even := kind == "uniform"; (uniform < 5) != even {
				t.Errorf("%s: z = %.1f against a uniform choice of bases", kind, uniform)
			}
		})
	}
}

// binomialScore is by how many standard deviations a count differs from its mean.
func binomialScore(count, n, p float64) float64 {
	if count == n*p {
		return 0
	}
	return (count - n*p) / math.Sqrt(n*p*(1-p))
}

func basisKey(basis []int) string {
	sorted := slices.Clone(basis)
	slices.Sort(sorted)
	return fmt.Sprint(sorted)
}

func permute(values []float64, visit func()) {
	if len(values) == 0 {
		visit()
		return
	}
	for i := range values {
		values[0], values[i] = values[i], values[0]
		permute(values[1:], visit)
		values[0], values[i] = values[i], values[0]
	}
}

// Arms come up equally often, whatever they pay; one that comes up a fifth more often is noticed.
func TestRandomIsExact(t *testing.T) {
	even := func(weights ...float64) policy { return func([]observation) []float64 { return normalized(weights) } }
	everyPlay(t, []playCase{
		{"one arm", "random", nil, "", even(1), []float64{.6}, 20, 1, true},
		{"two arms", "random", nil, "", even(1, 1), []float64{.6, .1}, 1000, 10, true},
		{"four arms", "random", nil, "", even(1, 1, 1, 1), []float64{.6, .5, .4, .5}, 1000, 10, true},
		{"seven arms", "random", nil, "", even(1, 1, 1, 1, 1, 1, 1), []float64{1, 0, 0, 0, 0, 0, 0}, 1000, 20, true},
		{"seven arms, one oftener", "random", nil, "", even(1.2, 1, 1, 1, 1, 1, 1), []float64{1, 0, 0, 0, 0, 0, 0}, 1000, 20, false},
	})
}
