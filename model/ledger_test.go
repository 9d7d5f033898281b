package model

import (
	"math"
	"slices"
	"testing"
)

// The noise has the law and the scale of its release: for 30,000 draws, the mean size, the mean,
// and the share above 1 are compared with a Laplace or normal law. |z| > 5 has probability 6·10⁻⁷
// each. Noise 5% off must be rejected.
func TestReleasedNoiseHasItsScale(t *testing.T) {
	if testing.Short() {
		t.Skip("many runs, one goroutine: nothing that the race detector could find")
	}
	type law struct{ size, variance, above float64 } // E|x|, E x², P[|x| > 1]
	laws := map[string]law{
		"Laplace":  {1, 2, math.Exp(-1)},
		"Gaussian": {math.Sqrt(2 / math.Pi), 1, math.Erfc(1 / math.Sqrt2)},
	}
	for _, scenario := range []string{"hhmh-1", "chh-synthetic"} {
		for _, id := range suitable(scenario) {
			if !choose(id).Privacy.Publishes() {
				continue
			}
			t.Run(id, func(t *testing.T) {
				t.Parallel()
				drawn, name := releasedNoise(t, scenario, id)
				l, known := laws[name]
				if !known {
					t.Skipf("%q: no sum with Laplace or normal noise in 100 rounds", name)
				}
				for factor, accept := range map[float64]bool{1: true, 1.05: false, .95: false} {
					n, size, sum, large := float64(len(drawn)), 0.0, 0.0, 0.0
					for _, x := range drawn {
						x *= factor
						size += math.Abs(x)
						sum += x
						if math.Abs(x) > 1 {
							large++
						}
					}
					z := []float64{
						(size/n - l.size) / math.Sqrt((l.variance-l.size*l.size)/n), sum / math.Sqrt(l.variance*n),
						(large/n - l.above) / math.Sqrt(l.above*(1-l.above)/n),
					}
					if accepted := !slices.ContainsFunc(z, func(x float64) bool { return math.Abs(x) > 5 }); accepted != accept {
						t.Errorf("noise times %v: accepted %v, z %.1f", factor, accepted, z)
					}
				}
			})
		}
	}
}

// releasedNoise is the noise in 30,000 releases of short runs, in units of its scale, and its law.
func releasedNoise(t *testing.T, scenario, id string) (drawn []float64, law string) {
	t.Helper()
	c := config(t, scenario, 100, id)
	for ; len(drawn) < 30_000; c.Seed++ {
		for r := NewRun(c, 0); r.Round() < c.Horizon; {
			r.Advance(1)
			for _, release := range r.Releases() {
				drawn, law = append(drawn, release.Terms[0].Noise/release.Scale), release.Noise
			}
		}
		if drawn == nil {
			break
		}
	}
	return drawn, law
}

// With one arm the pick is certain and reveals nothing: ledger and audit agree that it is free,
// with and without noise.
func TestOneArmCostsNothing(t *testing.T) {
	for _, id := range []string{"rnm-ftnl,noise=gumbel", "rnm-ftnl,scale=1", "ftnl"} {
		t.Run(id, func(t *testing.T) {
			for _, epsilon := range []float64{.5, math.Inf(1)} {
				c := opened(t, "ww-det,K=2", "", epsilon, id)
				c.Scenario.Phases[0].Arms, c.Scenario.Phases[0].Means = c.Scenario.Phases[0].Arms[:1], c.Scenario.Phases[0].Means[:1]
				run := NewRun(c, 0)
				run.Advance(100)
				verdict := c.Verdict(0)
				if run.CostliestRound() != 0 || run.AllRounds() != 0 || verdict.Exact.Epsilon != 0 {
					t.Errorf("%s at ε = %v: the ledger says %v and %v, the audit %v", id, epsilon,
						run.CostliestRound(), run.AllRounds(), verdict.Exact.Epsilon)
				}
			}
		})
	}
}
