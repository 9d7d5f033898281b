package scenarios

import (
	"slices"
	"testing"
)

func TestChangingPresets(t *testing.T) {
	type phase struct {
		from  int
		means []float64
		best  int
	}
	cases := []struct {
		reference string
		horizon   int
		phases    []phase // the first ones
		count     int
	}{
		{"gaj-switch", 20_000, []phase{
			{1, []float64{.9, .7, .5, .3, .1}, 0},
			{4_001, []float64{.1, .9, .7, .5, .3}, 1},
			{8_001, []float64{.3, .1, .9, .7, .5}, 2},
		}, 5},
		{"gaj-switch,change=swap,K=3,L=3,length=10", 30, []phase{
			{1, []float64{.9, .5, .1}, 0},
			{11, []float64{.1, .5, .9}, 2},
			{21, []float64{.9, .5, .1}, 0},
		}, 3},
		{"gaj-switch,K=2,L=1", 4_000, []phase{{1, []float64{.9, .1}, 0}}, 1},
		{"gaj-swap,K=4", 100_000, []phase{
			{1, []float64{.9, .633333333, .366666667, .1}, 0},
			{20_001, []float64{.1, .633333333, .366666667, .9}, 3},
		}, 5},
		{"gaj-tide", 100_000, []phase{
			{1, []float64{.5, .1}, 0},
			{10_001, []float64{.5, .9}, 1},
			{20_001, []float64{.5, .1}, 0},
		}, 10},
	}
	for _, c := range cases {
		s, err := Open(c.reference, "")
		if err != nil {
			t.Fatal(c.reference, err)
		}
		if s.Kind != Changing || s.Feedback != Bandit || s.Horizon != c.horizon || len(s.Phases) != c.count ||
			s.Epsilon != 1 {
			t.Errorf("%s: %s, %s, horizon %d, %d phases, ε %v", c.reference, s.Kind, s.Feedback, s.Horizon, len(s.Phases), s.Epsilon)
		}
		for i, want := range c.phases {
			if p := s.Phases[i]; p.From != want.from || !slices.Equal(p.Means, want.means) || p.Best[0] != want.best {
				t.Errorf("%s: phase %d: from %d, means %v, best %v; want %+v", c.reference, i+1, p.From, p.Means, p.Best, want)
			}
		}
	}
}

// The largest parameters are within the limits of a scenario.
func TestChangingPresetsAtTheirLimits(t *testing.T) {
	s, err := Open("gaj-tide,L=1000,length=10000000", "")
	if err != nil {
		t.Fatal(err)
	}
	if float64(s.Horizon) != MaxHorizon || len(s.Breakpoints()) != MaxPhases-1 {
		t.Errorf("horizon %d, %d breakpoints", s.Horizon, len(s.Breakpoints()))
	}
	for _, wrong := range []string{"gaj-switch,K=1", "gaj-switch,change=drift", "gaj-tide,K=3", "gaj-swap,L=1001", "gaj-tide,length=0"} {
		if _, err := Open(wrong, ""); err == nil {
			t.Errorf("%s is opened", wrong)
		}
	}
}
