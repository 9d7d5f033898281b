package model

import (
	"math"
	"slices"
	"testing"
)

// meanRegrets are the mean regrets of a configuration's learners at its horizon.
func meanRegrets(t *testing.T, c *Config, runs int) []float64 {
	t.Helper()
	r := (&Experiment{Points: []*Config{c}, Runs: runs, At: []int{c.Horizon}}).mustRun(t)
	means := make([]float64, len(r.Rows))
	for i, row := range r.Rows {
		means[i] = float64(row.RegretMean)
	}
	return means
}

// JZL Fig. 2: Thompson sampling stays below UCB at every ε, and regret falls as
// ε grows. The differences are many standard errors wide.
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

// The presets keep what their summaries say of windows: one is for them and two
// against, each by more than half.
func TestWhereWindowsWinAndLose(t *testing.T) {
	cases := []struct {
		scenario  string
		low, high float64 // of the window's regret over that without one
	}{
		{"gaj-tide", 0, .6},
		{"gaj-switch", 2, 20},
		{"gaj-swap", 4, 20},
	}
	for _, c := range cases {
		t.Run(c.scenario, func(t *testing.T) {
			got := meanRegrets(t, opened(t, c.scenario, "", 1, "sw-klucb-cf", "kl-ucb-cf"), 2)
			if ratio := got[0] / got[1]; ratio < c.low || ratio > c.high {
				t.Errorf("%s: regret %.0f with a window, %.0f without", c.scenario, got[0], got[1])
			}
		})
	}
}

// The change detector restarts after changes and not without them, and recovers:
// less regret than the same learner that never restarts.
func TestRestartsFollowChanges(t *testing.T) {
	restarts := func(c *Config) (rounds []int) {
		run := NewRun(c, 0)
		for range c.Horizon {
			if run.Advance(1); run.restarted() {
				rounds = append(rounds, run.Round())
			}
		}
		return rounds
	}
	still := opened(t, "gaj-switch,L=1,length=20000", "", 1, "glr-klucb-cf")
	for seed := range uint64(10) { // δ = 1/√20000 an arm
		if still.Seed = seed; len(restarts(still)) > 0 {
			t.Errorf("seed %d: restarts at %v without a change", seed, restarts(still))
		}
	}
	moving := opened(t, "gaj-switch", "", 2, "glr-klucb-cf")
	points := moving.Scenario.Breakpoints()
	for seed := range uint64(5) {
		moving.Seed = seed
		found := restarts(moving)
		soon := 0
		for _, round := range found {
			if slices.ContainsFunc(points, func(point int) bool { return point <= round && round < point+400 }) {
				soon++
			}
		}
		if soon < len(points)/2 || len(found) > len(points)+1 || found[0] < points[0] {
			t.Errorf("seed %d: changes at %v, restarts at %v", seed, points, found)
		}
	}
	tide := meanRegrets(t, opened(t, "gaj-tide", "", 1, "glr-klucb-cf", "kl-ucb-cf"), 2)
	if tide[0] > .6*tide[1] {
		t.Errorf("gaj-tide: regret %.0f with restarts, %.0f without", tide[0], tide[1])
	}
}
