package scenarios

import (
	"slices"
	"testing"
)

// changing returns a scenario with two arms that swap places at round 11 and become equal at
// round 31.
func changing(t *testing.T) *Scenario {
	t.Helper()
	s, err := (&Scenario{Name: "test", Kind: Changing, Feedback: Bandit, Horizon: 100, Epsilon: 1, Phases: []Phase{
		{From: 1, Arms: bernoullis(.9, .1)},
		{From: 11, Arms: bernoullis(.2, .7)},
		{From: 31, Arms: bernoullis(.5, .5)},
	}}).Finish()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestPhases(t *testing.T) {
	s := changing(t)
	if got := s.Breakpoints(); !slices.Equal(got, []int{11, 31}) {
		t.Errorf("breakpoints %v", got)
	}
	for i, want := range []struct {
		best int
		mean float64
	}{{0, .9}, {1, .7}, {0, .5}} {
		// the first of equal arms
		if p := s.Phases[i]; !slices.Equal(p.Best, []int{want.best}) || p.BestMean != want.mean {
			t.Errorf("phase %d: best %v with %v, want %d with %v", i, p.Best, p.BestMean, want.best, want.mean)
		}
	}
	if s.Arms() != 2 || s.PlaySize() != 1 {
		t.Errorf("%d arms, plays of %d", s.Arms(), s.PlaySize())
	}
}

func TestFinishRefuses(t *testing.T) {
	two := Phase{From: 1, Arms: bernoullis(.5, .5)}
	phases := func(from ...int) []Phase {
		var list []Phase
		for _, f := range from {
			list = append(list, Phase{From: f, Arms: two.Arms})
		}
		return list
	}
	cases := []struct {
		name     string
		scenario Scenario
		want     string
	}{
		{"labels", Scenario{Epsilon: 1, Horizon: 1, Labels: []string{"A"}, Phases: phases(1)}, "labels: 1 given for 2 arms: give one for each arm, or omit them"},
		{"late start", Scenario{Epsilon: 1, Horizon: 1, Phases: phases(2)}, "phase 1: from must be 1, not 2"},
		{"order", Scenario{Epsilon: 1, Horizon: 1, Phases: phases(1, 5, 5)}, "phase 3: from must be above 5, where phase 2 starts"},
		{"sizes", Scenario{Epsilon: 1, Horizon: 1, Phases: []Phase{two, {From: 2, Arms: bernoullis(.5)}}}, "phase 2: 1 arms, but phase 1 has 2"},
		{"no arms", Scenario{Epsilon: 1, Horizon: 1, Phases: []Phase{{From: 1}}}, "arms: there must be at least one"},
		{"many phases", Scenario{Epsilon: 1, Horizon: 1, Phases: phases(make([]int, MaxPhases+1)...)}, "phase: 1,001 phases are too many, at most 1,000 are allowed"},
		{"no epsilon", Scenario{Horizon: 1, Phases: phases(1)}, "epsilon: must be a positive number or inf"},
		{"epsilon that nothing takes", Scenario{Epsilon: 9e-10, Horizon: 1, Phases: phases(1)}, "epsilon: must be at least 1e-09, or inf"},
		{"no horizon", Scenario{Epsilon: 1, Phases: phases(1)}, "horizon: must be a whole number from 1 to 10,000,000,000"},
		{"long horizon", Scenario{Epsilon: 1, Horizon: MaxHorizon + 1, Phases: phases(1)}, "horizon: must be a whole number from 1 to 10,000,000,000"},
		{"many arms", Scenario{Epsilon: 1, Horizon: 1, Phases: []Phase{{From: 1, Arms: bernoullis(make([]float64, MaxArms+1)...)}}}, "arms: 1,001 are too many, at most 1,000 are allowed"},
	}
	for _, c := range cases {
		if _, err := c.scenario.Finish(); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}
