package privacy

import (
	"math"
	"testing"
)

// Sums with too few shares, against the values of an independent program, and the largest log-ratio
// of the law itself, summed over both negative binomial numbers.
func TestSumsWithTooFewShares(t *testing.T) {
	for epsilon, want := range map[float64]float64{.25: .318574, .5: .585963, 1: 1.098941, 2: 2.104531} {
		if got := WithShares(epsilon, .9); !near(got, want, 2e-6) {
			t.Errorf("ε = %v, 10%% silent: %v, want %v", epsilon, got, want)
		}
		for _, r := range []float64{.05, .5, .9, 1} {
			p, most := math.Exp(-epsilon), 400
			law := make([]float64, most)
			law[0] = math.Pow(1-p, r)
			for k := range most - 1 {
				law[k+1] = law[k] * p * (float64(k) + r) / float64(k+1)
			}
			chance := func(d int) (sum float64) {
				for k := range most - d {
					sum += law[k] * law[k+d]
				}
				return sum
			}
			largest := 0.0
			for d := range 20 {
				largest = max(largest, math.Log(chance(d)/chance(d+1)))
			}
			if got := WithShares(epsilon, r); !near(got, largest, 1e-8) {
				t.Errorf("ε = %v, shares of %v: %v, want %v", epsilon, r, got, largest)
			}
		}
	}
	if !math.IsInf(WithShares(1, 0), 1) || !near(WithShares(1, 1), 1, 1e-12) {
		t.Errorf("no shares: %v, all: %v", WithShares(1, 0), WithShares(1, 1))
	}
}

// Amplification by shuffling, against the values of an independent program. The worst case is not
// always at an edge, and the best edge does not bound the others.
func TestShuffledReports(t *testing.T) {
	s := ShuffleReports(100, 1)
	for m, want := range map[int]float64{0: 1.989e-5, 1: 2.004e-5, 98: 1.80321e-4, 99: 1.77523e-4} {
		if got := s.delta(m, .3); !near(got, want, 3e-4) {
			t.Errorf("%d ones: δ(.3) = %v, want %v", m, got, want)
		}
	}
	if s.Delta(.3) != s.delta(98, .3) {
		t.Errorf("worst δ(.3) = %v", s.Delta(.3))
	}
	if got := ShuffleReports(200, 1).Epsilon(1e-6); !near(got, .318243, 2e-6) {
		t.Errorf("200 people: ε = %v, want .318243", got)
	}
	if got := ShuffleReports(1, 2).Epsilon(1e-6); !near(got, 2, 1e-5) { // a report alone
		t.Errorf("a person alone: ε = %v", got)
	}
	// All rewards of others, one by one, for four people: by enumeration of their reports.
	small, p := ShuffleReports(4, 1), 1/(1+math.Exp(-1))
	worst := 0.0
	for others := range 8 {
		var zero, one [5]float64
		for reports := range 16 {
			chance, ones := [2]float64{1, 1}, 0
			for i := range 4 {
				bit := reports >> i & 1
				ones += bit
				for side := range chance {
					reward := side // of person 0
					if i > 0 {
						reward = others >> (i - 1) & 1
					}
					if bit == reward {
						chance[side] *= p
					} else {
						chance[side] *= 1 - p
					}
				}
			}
			zero[ones] += chance[0]
			one[ones] += chance[1]
		}
		for _, pair := range [][2][5]float64{{zero, one}, {one, zero}} {
			delta := 0.0
			for k := range pair[0] {
				delta += max(0, pair[0][k]-math.Exp(.3)*pair[1][k])
			}
			worst = max(worst, delta)
		}
	}
	if got := small.Delta(.3); !near(got, worst, 1e-12) {
		t.Errorf("four people: δ(.3) = %v, want %v", got, worst)
	}
}
