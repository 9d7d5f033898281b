package learners_test

import (
	"slices"
	"testing"

	"regretscope/learners"
)

// A single arm shows the length of every batch: AdaP's batches double the pulls, and the m-th
// batch of DP-KLUCB and DP-IMED has ⌈α^m⌉ pulls.
func TestEpisodeLengths(t *testing.T) {
	cases := []struct {
		learner string
		totals  []int // total pulls after the first one, the first batch, the second, …
	}{
		{"adap-ucb", []int{1, 2, 4, 8, 16, 32, 64, 128, 256}},
		{"adap-klucb,alpha=7", []int{1, 2, 4, 8, 16, 32, 64, 128, 256}},
		{"dp-klucb", []int{1, 3, 7, 15, 31, 63, 127, 255}},
		{"dp-imed,alpha=3", []int{1, 4, 13, 40, 121, 364}},
		{"dp-klucb,alpha=2.5", []int{1, 4, 11, 27, 67, 165} /* batches of 3, 7, 16, 40, 98 */},
		{"dp-imed,alpha=1.5", []int{1, 3, 6, 10, 16, 24, 36, 54, 80, 119, 177}},
		{"dp-klucb,alpha=1.2", []int{1, 3, 5, 7, 10, 13, 16, 20, 25, 31, 38}},
	}
	for _, c := range cases {
		l := banditSetting{arms: 1, horizon: 1000, epsilon: 1, seed: 3}.start(c.learner)
		var totals []int
		for round := 1; round <= c.totals[len(c.totals)-1]; round++ {
			l.Choose(round)
			done, length := l.(learners.Epochal).Epoch()
			l.Observe(round, []float64{.5})
			if len(l.(learners.Releaser).Releases()) > 0 {
				totals = append(totals, round)
				if done+1 != length {
					t.Errorf("%s, round %d: the release comes after %d of %d", c.learner, round, done+1, length)
				}
			}
		}
		if !slices.Equal(totals, c.totals) {
			t.Errorf("%s: batches end at %v, want %v", c.learner, totals, c.totals)
		}
	}
}
