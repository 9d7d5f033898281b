package learners_test

import (
	"slices"
	"testing"

	"regretscope/learners"
)

// A single arm shows the length of every batch: AdaP's batches double the pulls, and those of
// DP-KLUCB and DP-IMED multiply them by α, rounded up.
func TestEpisodeLengths(t *testing.T) {
	cases := []struct {
		learner string
		totals  []int // total pulls after the first one, the first batch, the second, …
	}{
		{"adap-ucb", []int{1, 2, 4, 8, 16, 32, 64, 128, 256}},
		{"adap-klucb,alpha=7", []int{1, 2, 4, 8, 16, 32, 64, 128, 256}},
		{"dp-klucb", []int{1, 2, 4, 8, 16, 32, 64, 128, 256}},
		{"dp-imed,alpha=3", []int{1, 3, 9, 27, 81, 243}},
		{"dp-klucb,alpha=2.5", []int{1, 3, 8, 20, 50, 125, 313}},
		{"dp-imed,alpha=1.5", []int{1, 2, 3, 5, 8, 12, 18, 27, 41, 62, 93, 140}},
		{"dp-klucb,alpha=1.1", []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17}}, // 1.1·10 is 11, not 12
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
