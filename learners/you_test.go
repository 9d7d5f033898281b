package learners_test

import (
	"testing"

	"regretscope/learners"
)

// The person plays the game's arms, and a clone plays the same game.
func TestYou(t *testing.T) {
	g := &learners.Game{}
	spec := learners.You(g, false)
	l := spec.Start(learners.Setting{Arms: 3, Horizon: 9})
	for _, arm := range []int{2, 0, 2} {
		g.Pull(arm)
	}
	rewards := []float64{.25, 1, .75}
	for i, want := range []int{2, 0, 2} {
		c := l.Clone()
		if got := c.Choose(i + 1)[0]; got != want {
			t.Errorf("round %d: a copy plays arm %d, want %d", i+1, got, want)
		}
		if got := l.Choose(i + 1)[0]; got != want {
			t.Errorf("round %d: arm %d, want %d", i+1, got, want)
		}
		l.Observe(i+1, rewards[i:i+1])
	}
	if e := l.(learners.Estimator); e.Estimate(2) != .5 || e.Estimate(0) != 1 {
		t.Errorf("estimates %v and %v", e.Estimate(2), e.Estimate(0))
	}
	if _, err := learners.Find(learners.YouID); err == nil {
		t.Error("the person is in the catalog")
	}
}

func TestThePersonsReasons(t *testing.T) {
	g := &learners.Game{}
	l := learners.You(g, false).Start(learners.Setting{Arms: 3, Horizon: 9})
	for i, c := range []struct {
		arm    int
		reward float64
		note   string
	}{
		{0, .5, "your choice, not pulled before"},
		{0, 1, "your choice, with the largest mean so far: 0.5000"},
		{1, 0, "your choice, not pulled before"},
		{1, 0, "your choice, with a mean so far of 0; the largest was 0.7500"},
	} {
		g.Pull(c.arm)
		l.Choose(i + 1)
		if got := l.(learners.Explainer).Explain().Note; got != c.note {
			t.Errorf("round %d: %q, want %q", i+1, got, c.note)
		}
		l.Observe(i+1, []float64{c.reward})
	}
}
