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

// μ² of an arm's samples adds up from the first observation: the ledger equals a list of all
// observations.
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

// The exact audit and the account of a run take the costliest channel of all phases up to the horizon,
// in every notion. rr(p,p) costs ln(p/(1−p)), and ρ = ε tanh(ε/2).
func TestWhatChannelsOfPhasesCost(t *testing.T) {
	s := preset("gaj-switch,K=2,L=3,length=100")
	for i, text := range []string{"rr(0.7,0.7)", "rr(0.6,0.6)", "rr(0.95,0.95)"} {
		s.Phases[i].Channels = []string{text, text}
	}
	first, second, third := math.Log(.7/.3), math.Log(1.5), math.Log(19)
	for _, test := range []struct {
		horizon, round int
		epsilon        float64
		name           string
	}{{100, 1, first, "rr(0.7,0.7)"}, {150, 1, first, "per phase"}, {250, 201, third, "per phase"}} {
		c := checked(t, &Config{Scenario: s, Horizon: test.horizon, Epsilon: first, Seed: 1}, "kl-ucb-cf")
		v, run := c.Verdict(0), NewRun(c, 0)
		run.Advance(test.horizon)
		rho := test.epsilon * math.Tanh(test.epsilon/2)
		if v.Channels != test.name || !near(v.Exact.Epsilon, test.epsilon) || v.Exact.Round != test.round ||
			!near(v.Exact.Mechanism.Rho().Value, rho) {
			t.Errorf("horizon %d: %s, ε %v in round %d, ρ %v; want ε %v in round %d, ρ %v", test.horizon, v.Channels,
				v.Exact.Epsilon, v.Exact.Round, v.Exact.Mechanism.Rho().Value, test.epsilon, test.round, rho)
		}
		if !near(run.CostliestRound(), test.epsilon) || !near(run.CostliestRoundLoss().Rho().Value, rho) {
			t.Errorf("horizon %d: a run costs ε %v and ρ %v", test.horizon, run.CostliestRound(), run.CostliestRoundLoss().Rho().Value)
		}
		if claimed := !math.IsNaN(v.Claimed); claimed != (test.horizon == 100) {
			t.Errorf("horizon %d: claims ε = %v", test.horizon, v.Claimed)
		}
		all := map[int]float64{100: 100 * first, 150: 100*first + 50*second, 250: 100*first + 100*second + 50*third}
		if got, want := run.AllRounds(), all[test.horizon]; !near(got, want) {
			t.Errorf("horizon %d: all reports cost %v, want %v", test.horizon, got, want)
		}
	}
}

// The largest ρ may come from another phase than the largest ε: rr(.99,.5) has ε = ln 50 and ρ = 1.82025,
// rr(.95,.95) has ε = ln 19 and ρ = ln 19 · .9.
func TestEachNotionHasItsCostliestPhase(t *testing.T) {
	s := preset("gaj-switch,K=2,L=2,length=100")
	s.Phases[0].Channels, s.Phases[1].Channels = []string{"rr(0.99,0.5)", "rr(0.99,0.5)"}, []string{"rr(0.95,0.95)", "rr(0.95,0.95)"}
	c := checked(t, &Config{Scenario: s, Horizon: 200, Epsilon: 1, Seed: 1}, "kl-ucb-cf")
	run, exact := NewRun(c, 0), c.Verdict(0).Exact
	run.Advance(200)
	for _, m := range []privacy.Mechanism{exact.Mechanism, run.CostliestRoundLoss()} {
		if !near(m.Epsilon().Value, math.Log(50)) || !near(m.Rho().Value, .9*math.Log(19)) || !near(exact.Epsilon, math.Log(50)) {
			t.Errorf("ε %v, ρ %v; want %v and %v", m.Epsilon().Value, m.Rho().Value, math.Log(50), .9*math.Log(19))
		}
	}
}
