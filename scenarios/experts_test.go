package scenarios

import (
	"math"
	"strings"
	"testing"
)

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
		s := opened(t, reference, "")
		feedback, epsilon := Full, .1
		if strings.HasPrefix(reference, "hhmh") {
			feedback, epsilon = Bandit, .5
		}
		if s.Feedback != feedback || s.Horizon != 1_000_000 || s.Epsilon != epsilon || s.Arms() != len(gaps) ||
			s.Phases[0].Best[0] != 0 {
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
