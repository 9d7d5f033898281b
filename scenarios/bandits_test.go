package scenarios

import (
	"math"
	"slices"
	"testing"

	"regretscope/noise/param"
	"regretscope/scenarios/arm"
)

// Means and variances of JZL §5.
func TestTwentyArms(t *testing.T) {
	s, err := Open("jzl-20", "")
	if err != nil {
		t.Fatal(err)
	}
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
				t.Errorf("arm %d, %v: mean %v, variance %v, want %v and %v", j+1, law, law.Mean(), law.Variance(), g.mean,
					g.variance)
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
	laws, err := arm.ParseList("discrete(0.1:0.2,0.2:0.4,0.3:0.4) constant(0.22) 0.21 discrete(0.1:0.9,1.2e-1:0.05,0.08:0.05) 0.1")
	if err != nil {
		t.Fatal(err)
	}
	s, err := FromArms("tied", laws, Bandit)
	if err != nil {
		t.Fatal(err)
	}
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
