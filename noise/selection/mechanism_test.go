package selection

import (
	"math"
	"testing"

	"regretscope/noise"
)

func TestNoiseNames(t *testing.T) {
	for _, n := range []Noise{Laplace, Exponential, Gumbel} {
		if parsed, err := ParseNoise(n.String()); err != nil || parsed != n {
			t.Errorf("%v parses to %v, %v", n, parsed, err)
		}
	}
	if _, err := ParseNoise("cauchy"); err == nil {
		t.Error("an unknown noise was accepted")
	}
}

func TestPickRecordsTheNoiseItUsed(t *testing.T) {
	scores := []float64{3, 1, 4, 1, 5}
	for _, kind := range []Noise{Laplace, Exponential, Gumbel} {
		m := NoisyMax{kind, 2}
		s := noise.NewStream(noise.Key(1, noise.Learning))
		noises := make([]float64, len(scores))
		for range 200 {
			unseen := s
			picked := m.Pick(scores, noises, &s)
			for i := range scores {
				if scores[i]+noises[i] > scores[picked]+noises[picked] {
					t.Fatalf("%v: picked %d, but the noisy scores were %v + %v", m, picked, scores, noises)
				}
			}
			if again := m.Pick(scores, nil, &unseen); again != picked || unseen != s {
				t.Fatalf("%v: recording the noise changed the pick", m)
			}
		}
	}
}

// Shares of picks against exact probabilities by χ²: with at most 4 degrees of freedom, 32 is exceeded with
// probability below 2·10⁻⁶ a case. A scale 5% off must be rejected by the same test.
func TestPickFollowsProbabilities(t *testing.T) {
	const runs, threshold = 400_000, 32
	cases := []struct {
		mechanism NoisyMax
		scores    []float64
		wrong     float64 // a scale that the test must reject; 0 for none
	}{
		{NoisyMax{Laplace, 2}, []float64{0, 3, 1, 5}, 2.1},
		{NoisyMax{Exponential, 2}, []float64{0, 3, 1, 5}, 2.1},
		{NoisyMax{Gumbel, 2}, []float64{0, 3, 1, 5}, 2.1},
		{NoisyMax{Laplace, .5}, []float64{1, 1, 0, 0, 0}, .525},
		{NoisyMax{Gumbel, 0}, []float64{2, 7, 7, 1, 7}, 0},
		{NoisyMax{Laplace, math.Inf(1)}, []float64{2, 7, 7, 1}, 0},
	}
	for i, c := range cases {
		s := noise.NewStream(noise.Key(5, noise.Learning, uint64(i)))
		counts := make([]float64, len(c.scores))
		for range runs {
			counts[c.mechanism.Pick(c.scores, nil, &s)]++
		}
		if chi := chiSquare(counts, picks(c.mechanism, c.scores)); chi > threshold {
			t.Errorf("%v: χ² = %.1f over %v", c.mechanism, chi, counts)
		}
		if c.wrong == 0 {
			continue
		}
		off := NoisyMax{c.mechanism.Noise, c.wrong}
		if chi := chiSquare(counts, picks(off, c.scores)); chi < threshold {
			t.Errorf("%v passes for %v: χ² = %.1f", c.mechanism, off, chi)
		}
	}
}

// chiSquare compares counts with probabilities. A count of an impossible outcome is infinitely far off.
func chiSquare(counts, probabilities []float64) float64 {
	n, chi := 0.0, 0.0
	for _, c := range counts {
		n += c
	}
	for i, p := range probabilities {
		if want := n * p; want > 0 {
			chi += (counts[i] - want) * (counts[i] - want) / want
		} else if counts[i] > 0 {
			return math.Inf(1)
		}
	}
	return chi
}
