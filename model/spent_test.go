package model

import (
	"math"
	"slices"
	"testing"

	"regretscope/learners"
	"regretscope/noise/privacy"
)

// In every notion the ledger's costliest round equals the exact audit's as soon as it has happened,
// for every built-in learner and for variants with other audits. If the audit covers the whole
// horizon, the ledger is below it until then.
func TestLedgersSayWhatAuditsSay(t *testing.T) {
	choices := []string{
		"rnm-ftnl,scale=1", "rnm-ftnl,noise=exponential", "rnm-ftnl,noise=gumbel,resample=1", "rnm-ftnl,resample=1",
		"dpucb-mat,init=paper", "dpts-mat,init=paper", "dp-ucb-tree,split=arms", "adac-ucb,rho=0.02",
	}
	for _, d := range learners.All() {
		choices = append(choices, d.ID)
	}
	// At the horizon, every level has complete nodes, or all samples are drawn.
	later := []string{"dp-ucb-tree", "dp-ucb-tree,split=arms", "ts-gaussian"}
	for _, text := range choices {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			c := onAuditScenario(choose(text), .7)
			c.Horizon = 30_000
			if slices.Contains(later, text) {
				c.Horizon = 1000
			}
			v := c.Verdict(0)
			for _, horizon := range []int{1, 5, 300} {
				short := *c
				short.Horizon = horizon
				run, exact := NewRun(&short, 0), short.Verdict(0).Exact.Epsilon
				if run.Advance(horizon); run.CostliestRound() > exact*(1+1e-9) {
					t.Errorf("T = %d: the ledger has %v, the exact audit says %v", horizon, run.CostliestRound(), exact)
				}
				if within := short.Verdict(0).Exact.Within; within > run.CostliestRound()*(1+1e-9) && !slices.Contains(later, text) {
					t.Errorf("T = %d: the ledger has %v, Within of the audit is %v", horizon, run.CostliestRound(), within)
				}
			}
			run := NewRun(c, 0)
			if m := run.CostliestRoundLoss(); m == nil || m.Epsilon().Value > run.CostliestRound()*(1+1e-9) {
				t.Fatalf("before round 1 %+v is spent", m)
			}
			run.Advance(c.Horizon)
			spent, whole := run.CostliestRoundLoss(), v.Exact.Mechanism
			if spent == nil || math.Abs(spent.Epsilon().Value/run.CostliestRound()-1) > 1e-9 {
				t.Fatalf("%+v is spent, and the costliest round has lost ε = %v", spent, run.CostliestRound())
			}
			if all, most := run.AllRounds(), float64(c.Horizon+1)*run.CostliestRound(); all > most*(1+1e-9) {
				t.Errorf("a person behind all rounds loses ε = %v, above %v", all, most)
			}
			for name, of := range map[string]func(privacy.Mechanism) privacy.Value{
				"ε": privacy.Mechanism.Epsilon, "ρ": privacy.Mechanism.Rho, "μ": privacy.Mechanism.Mu,
				"δ(.2)": func(m privacy.Mechanism) privacy.Value { return m.Delta(.2) },
			} {
				got, want := of(spent), of(whole)
				switch {
				case slices.Contains(later, text):
					if got.Value > want.Value*(1+1e-9) || (got.Value <= 0) != (want.Value == 0) || got.Status != want.Status {
						t.Errorf("%s = %+v, the audit says %+v", name, got, want)
					}
				case got != want && math.Abs(got.Value-want.Value) > 1e-12*want.Value || got.Status != want.Status:
					t.Errorf("%s = %+v, the audit says %+v", name, got, want)
				}
			}
		})
	}
}

// μ² of an arm's samples adds up from the first observation: the ledger equals a list of all observations.
func TestSamplesOfGaussianThompsonAddUp(t *testing.T) {
	c := config(t, "hhmh-1", 50, "ts-gaussian,c=3")
	run := NewRun(c, 0)
	want := make([][]float64, 5) // by arm: μ² of the first observation, by hand
	counts := make([]float64, 5)
	most := 0.0
	for range c.Horizon {
		run.Advance(1)
		for _, r := range run.Releases() {
			j := r.Arms[0]
			for i := range want[j] {
				want[j][i] += 1 / (3 * (counts[j] + 1))
				most = max(most, want[j][i])
			}
		}
		j := run.Play()[0]
		counts[j]++
		want[j] = append(want[j], 0)
		if got := run.CostliestRoundLoss().Mu(); math.Abs(got.Value-math.Sqrt(most)) > 1e-12 {
			t.Fatalf("round %d: μ = %v, by hand %v", run.Round(), got.Value, math.Sqrt(most))
		}
	}
}

// Runs of one learner compute an event's cost once, from several goroutines, too.
func TestPricesAreShared(t *testing.T) {
	starter := config(t, "ww-det", 100, "rnm-ftnl").Starter(0)
	first := starter.Run(1)
	first.Advance(1)
	done := make(chan privacy.Mechanism)
	for seed := range uint64(4) {
		go func() {
			run := starter.Run(seed)
			run.Advance(100)
			run.CostliestRoundLoss().Rho()
			done <- run.CostliestRoundLoss()
		}()
	}
	for range 4 {
		if got := <-done; got != first.CostliestRoundLoss() {
			t.Error("the same event is worked out again")
		}
	}
}

// The noise has the law and the scale of its release: for 30,000 draws, the mean size, the mean, and the share above
// 1 are compared with a Laplace or normal law. |z| > 5 has probability 6·10⁻⁷ each. Noise 5% off must be rejected.
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
	}
}
