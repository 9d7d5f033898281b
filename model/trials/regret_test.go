package trials

import (
	"math"
	"testing"

	"regretscope/model"
)

// meanRegrets returns the mean regrets of a configuration's learners at its horizon.
func meanRegrets(t *testing.T, c *model.Config, runs int) []float64 {
	t.Helper()
	r := (&Experiment{Points: []*model.Config{c}, Runs: runs, At: []int{c.Horizon}}).mustRun(t)
	means := make([]float64, len(r.Rows))
	for i, row := range r.Rows {
		means[i] = float64(row.RegretMean)
	}
	return means
}

// The presets match their summaries: one favors windows and two do not, each by more than half.
func TestWhereWindowsWinAndLose(t *testing.T) {
	cases := []struct {
		scenario, learner string
		low, high         float64 // of its regret over that of KL-UCB, which never forgets
	}{
		{"gaj-tide", "sw-klucb-cf", 0, .6},
		{"gaj-switch", "sw-klucb-cf", 2, 20},
		{"gaj-swap", "sw-klucb-cf", 4, 20},
		{"gaj-tide", "glr-klucb-cf", 0, .6}, // restarts
	}
	for _, c := range cases {
		t.Run(c.scenario+" "+c.learner, func(t *testing.T) {
			got := meanRegrets(t, opened(t, c.scenario, "", 1, c.learner, "kl-ucb-cf"), 2)
			if ratio := got[0] / got[1]; ratio < c.low || ratio > c.high {
				t.Errorf("%s: regret %.0f of %s, %.0f of kl-ucb-cf", c.scenario, got[0], c.learner, got[1])
			}
		})
	}
}

// JZL Fig. 2: Thompson sampling has less regret than UCB at every ε, and regret falls as ε grows.
// The differences are many standard errors.
func TestThompsonBeatsUCBBehindChannels(t *testing.T) {
	for _, mechanism := range []string{"linear", "quadratic", "exponential"} {
		t.Run(mechanism, func(t *testing.T) {
			before := []float64{math.Inf(1), math.Inf(1)}
			for _, epsilon := range []float64{.5, 1, 2} {
				c := opened(t, "jzl-20", mechanism, epsilon, "ts-ldp-b", "ucb-ldp-b")
				c.Horizon = 10_000
				got := meanRegrets(t, c, 4)
				if !(got[0] < .8*got[1] && got[0] < .9*before[0] && got[1] < before[1]) {
					t.Errorf("%s at ε = %v: Thompson %.0f, UCB %.0f; at the ε before %.0f", mechanism, epsilon, got[0], got[1], before)
				}
				before = got
			}
		})
	}
}
