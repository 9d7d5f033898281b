package model

import (
	"math"
	"math/rand/v2"
	"testing"

	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
)

// Regret is the gap times the rounds in which the worse arm was played, at any size of the gap.
func TestRegretOfSmallGaps(t *testing.T) {
	for _, c := range []struct {
		arms string
		gap  float64
	}{{"0.5 0.500000000002", 2e-12}, {"1e-9 1.0005e-9", 5e-13}, {"0.9 0.9000001", 1e-7}, {"0.5 0.5000000000001", 0}, {"0.5", 0}} {
		s := param.Must(scenarios.FromArms("arms", param.Must(arm.ParseList(c.arms)), scenarios.Bandit))
		k := checked(t, &Config{Scenario: s, Horizon: 300, Epsilon: 1, Seed: 1}, "ucb1", "random", "lazy-dp-ts")
		for i := range k.Learners {
			r := NewRun(k, i)
			r.Advance(300)
			if want := c.gap * float64(r.Pulls()[0]); math.Abs(r.Regret()-want) > 1e-4*want {
				t.Errorf("%s: regret %v, want %v", c.arms, r.Regret(), want)
			}
		}
	}
}

// Bases with equal means in another order tie exactly; one arm that is worse by 10⁻¹² of the sum does not.
func TestLossOfTies(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		p := &scenarios.Phase{}
		for range 40 {
			p.Means = append(p.Means, float64(1+r.IntN(99))/100)
		}
		var play []int
		for j, other := range r.Perm(40) {
			p.Means = append(p.Means, p.Means[other])
			p.Best, play = append(p.Best, j), append(play, 40+j)
		}
		run := &Run{phase: p}
		if loss := run.lossOf(play...); loss != 0 {
			t.Fatalf("equal bases: a loss of %v", loss)
		}
		p.Means[45] -= 2e-13
		if loss := run.lossOf(play...); math.Abs(loss/2e-13-1) > 1e-3 {
			t.Fatalf("a worse arm: a loss of %v", loss)
		}
	}
}
