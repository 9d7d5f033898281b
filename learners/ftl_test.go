package learners_test

import "testing"

// Follow the Leader draws uniformly among equal leaders: in round 1 among all four, later among
// two. χ² rejects wrongly with probability 10⁻⁶.
func TestFollowTheLeaderBreaksTiesUniformly(t *testing.T) {
	rows := [][]float64{{1, .5, 1, 0}, {.5, 0, .5, 1}, {0, 1, 0, .5}, {1, 1, 1, 1}}
	laws := [][]float64{{.25, .25, .25, .25}, {.5, 0, .5, 0}, {.5, 0, .5, 0}, {.25, .25, .25, .25}}
	counts := playCounts(t, "ftl", rows, 20_000)
	for i, law := range laws {
		for j, p := range law {
			if p == 0 && counts[i][j] > 0 {
				t.Errorf("round %d: action %d was played", i+1, j)
			}
		}
	}
	if p := chance(counts, func(round int) []float64 { return laws[round-1] }); p < 1e-6 {
		t.Errorf("χ² has a chance of %.2g: %v", p, counts)
	}
}
