package scenarios

import (
	"math"
	"testing"
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
