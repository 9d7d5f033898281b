package learners_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/noise/param"
)

func init() {
	roundLines["ftl"] = []string{"2"}
}

// Follow the Leader draws uniformly among equal leaders: in round 1 among all, later among some, also if
// their sums of tenths have other roundings. χ² rejects wrongly with probability 10⁻⁶ for each case.
func TestFollowTheLeaderBreaksTiesUniformly(t *testing.T) {
	third, quarter := []float64{1. / 3, 1. / 3, 1. / 3}, []float64{.25, .25, .25, .25}
	for _, c := range []struct{ rows, laws [][]float64 }{
		{
			[][]float64{{1, .5, 1, 0}, {.5, 0, .5, 1}, {0, 1, 0, .5}, {1, 1, 1, 1}},
			[][]float64{quarter, {.5, 0, .5, 0}, {.5, 0, .5, 0}, quarter},
		},
		{
			[][]float64{{.1, .3, .2}, {.2, .2, .2}, {.3, .1, .2}, {.5, .5, .5}},
			[][]float64{third, {0, 1, 0}, {0, 1, 0}, third},
		},
	} {
		counts := playCounts("ftl", c.rows, 20_000)
		for i, law := range c.laws {
			for j, p := range law {
				if p == 0 && counts[i][j] > 0 {
					t.Errorf("round %d: action %d was played", i+1, j)
				}
			}
		}
		if p := chance(counts, func(round int) []float64 { return c.laws[round-1] }); p < 1e-6 {
			t.Errorf("χ² has a chance of %.2g: %v", p, counts)
		}
	}
}

// Sums of tenths tie as whole numbers of tenths do, after any number of rounds and in any order.
func TestFollowTheLeaderTiesByValue(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 7))
	for _, id := range []string{"ftl", "rnm-ftnl,epsilon=inf"} {
		l := param.Must(learners.ParseSpec(id))
		play := l.Start(learners.Setting{Arms: 4, Horizon: 1 << 17, Epsilon: math.Inf(1), Phases: 1, Stream: noise.NewStream(5)})
		tenths, leaders, ties := [4]int{}, []int{0, 1, 2, 3}, 0
		for round := 1; round < 1<<17; round++ {
			if chosen := play.Choose(round)[0]; !slices.Contains(leaders, chosen) {
				t.Fatalf("%s, round %d: plays %d, the leaders of %v are %v", id, round, chosen, tenths, leaders)
			}
			row := make([]float64, 4)
			for j, of := range random.Perm(4) { // the same rewards in another order each round
				row[j] = float64(1+of) / 10
				tenths[j] += 1 + of
			}
			if round%8 == 0 { // often all equal again
				for j := range row {
					row[j], tenths[j] = row[j]+float64(slices.Max(tenths[:])-tenths[j])/10, slices.Max(tenths[:])
				}
			}
			play.Observe(round, row)
			if id == "ftl" || round&(round+1) == 0 {
				leaders = leaders[:0]
				for j, sum := range tenths {
					if sum == slices.Max(tenths[:]) {
						leaders = append(leaders, j)
					}
				}
				if len(leaders) > 1 {
					ties++
				}
				if id != "ftl" {
					tenths = [4]int{}
				}
			}
		}
		if id == "ftl" && ties < 1000 {
			t.Errorf("only %d ties", ties)
		}
	}
}
