package scenarios

import (
	"math"
	"slices"
	"strings"
	"testing"

	"regretscope/noise/param"
	"regretscope/scenarios/arm"
)

// Means and variances of JZL §5.
func TestTwentyArms(t *testing.T) {
	s := param.Must(Open("jzl-20", ""))
	groups := []struct {
		arms           int
		mean, variance float64
	}{
		{1, .9, .09},
		{5, .8, 4. / 150},
		{5, .7, .09},
		{5, .6, .24},
		{4, .5, 1. / 12},
	}
	j := 0
	for _, g := range groups {
		for range g.arms {
			law := s.Phases[0].Arms[j]
			if math.Abs(law.Mean()-g.mean) > 1e-15 || math.Abs(law.Variance()-g.variance) > 1e-15 {
				t.Errorf("arm %d, %v: mean %v, variance %v, want %v and %v", j+1, law, law.Mean(), law.Variance(), g.mean, g.variance)
			}
			j++
		}
	}
	if j != s.Arms() || s.Kind != Stochastic || s.Feedback != Bandit || s.Phases[0].Best[0] != 0 {
		t.Errorf("%d arms, %s, %s, best %v", s.Arms(), s.Kind, s.Feedback, s.Phases[0].Best)
	}
}

// Means that differ by rounding alone are equal: none of the arms is better.
func TestMeansTieByValue(t *testing.T) {
	laws := param.Must(arm.ParseList("discrete(0.1:0.2,0.2:0.4,0.3:0.4) constant(0.22) 0.21 discrete(0.1:0.9,1.2e-1:0.05,0.08:0.05) 0.1"))
	s := param.Must(FromArms("tied", laws, Bandit))
	p := &s.Phases[0]
	if p.Means[0] != p.Means[1] || p.Means[3] != p.Means[4] || !p.IsBest(0) || !p.IsBest(1) || p.IsBest(2) {
		t.Errorf("means %v", p.Means)
	}
	if gaps := s.Gaps(); gaps[0] != 0 || gaps[1] != 0 || math.Abs(gaps[2]-.01) > 1e-15 {
		t.Errorf("gaps %v", gaps)
	}
}

func TestGap(t *testing.T) {
	s := param.Must(Open("gap,K=3,gap=0.25,best=0.9", ""))
	if want := []float64{.9, .65, .65}; !slices.Equal(s.Phases[0].Means, want) {
		t.Errorf("means %v, want %v", s.Phases[0].Means, want)
	}
	if _, err := Open("gap,gap=0.7", ""); err == nil || err.Error() != "gap: gap=0.7: must be at most the best mean, 0.6" {
		t.Errorf("%v", err)
	}
}

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
		s := param.Must(Open(c.reference, ""))
		if s.Kind != Changing || s.Feedback != Bandit || s.Horizon != c.horizon || len(s.Phases) != c.count || s.Epsilon != 1 {
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
	s := param.Must(Open("gaj-tide,L=1000,length=10000000", ""))
	if float64(s.Horizon) != MaxHorizon || len(s.Breakpoints()) != MaxPhases-1 {
		t.Errorf("horizon %d, %d breakpoints", s.Horizon, len(s.Breakpoints()))
	}
	for _, wrong := range []string{"gaj-switch,K=1", "gaj-switch,change=drift", "gaj-tide,K=3", "gaj-swap,L=1001", "gaj-tide,length=0"} {
		if _, err := Open(wrong, ""); err == nil {
			t.Errorf("%s is opened", wrong)
		}
	}
}

// Gaps and losses of the presets with independent arms, by hand.
func TestGapsOfPresets(t *testing.T) {
	for reference, gaps := range map[string][]float64{
		"hhmh-1":                        {0, .125, .25, .375, .5},
		"hhmh-2":                        {0, .1, .1, .1, .1},
		"doubling-gap":                  {0, 1. / 128, 1. / 64, 1. / 32, 1. / 16, 1. / 8, 1. / 4, 1. / 2},
		"doubling-gap,K=3,gap=0.3":      {0, .3, .6},
		"doubling-gap,K=2,gap=.99":      {0, .99},
		"equal-gap,K=4,gap=.2":          {0, .2, .2, .2},
		"ww-det":                        {0, 1, 1, 1, 1, 1, 1, 1, 1, 1},
		"ww-det,K=3,gap=.25":            {0, .25, .25},
		"ww-det,K=5,losses=even,gap=.8": {0, .2, .4, .6, .8},
		"ww-det,K=2,losses=even":        {0, 1},
	} {
		s := param.Must(Open(reference, ""))
		feedback, epsilon := Full, .1
		if strings.HasPrefix(reference, "hhmh") {
			feedback, epsilon = Bandit, .5
		}
		if s.Feedback != feedback || s.Horizon != 1_000_000 || s.Epsilon != epsilon || s.Arms() != len(gaps) || s.Phases[0].Best[0] != 0 {
			t.Errorf("%s: %s feedback, horizon %d, ε = %v, %d arms, best %v", reference, s.Feedback, s.Horizon, s.Epsilon,
				s.Arms(), s.Phases[0].Best)
			continue
		}
		means := s.Phases[0].Means
		for j, gap := range s.Gaps() {
			if math.Abs(gap-gaps[j]) > 1e-15 {
				t.Errorf("%s: the gap of action %d is %v, want %v", reference, j+1, gap, gaps[j])
			}
			want := 0. // variance of a constant reward
			if s.Kind == Stochastic {
				want = means[j] * (1 - means[j])
			}
			if got := s.Phases[0].Arms[j].Variance(); math.Abs(got-want) > 1e-15 {
				t.Errorf("%s: action %d has variance %v, want %v", reference, j+1, got, want)
			}
		}
		if best, known := map[string]float64{"ww-det": 1, "hhmh-1": .75, "hhmh-2": .5}[s.Name]; known && means[0] != best {
			t.Errorf("%s: the best mean is %v, want %v", reference, means[0], best)
		}
	}
	for reference, want := range map[string]string{
		"doubling-gap,gap=0.015625": "doubling-gap: with gap=0.015625 and K=8 the last gap would be 1; at most 7 actions keep it below 1",
		"doubling-gap,K=4,gap=.3":   "doubling-gap: with gap=0.3 and K=4 the last gap would be 1.2; at most 3 actions keep it below 1",
		"ww-det,K=1":                "ww-det: K=1: must be a whole number from 2 to 1,000",
	} {
		if _, err := Open(reference, ""); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", reference, err, want)
		}
	}
}
