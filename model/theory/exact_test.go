package theory

import (
	"math"
	"testing"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
)

func scenario(t *testing.T, arms string) *scenarios.Scenario {
	t.Helper()
	laws := param.Must(arm.ParseList(arms))
	return param.Must(scenarios.FromArms("test", laws, scenarios.Full))
}

func start(t *testing.T, choice string, arms, horizon int, epsilon float64, seed uint64) learners.Learner {
	t.Helper()
	spec := param.Must(learners.ParseSpec(choice))
	return spec.Start(learners.Setting{
		Arms: arms, Horizon: horizon, Epsilon: epsilon, Phases: 1,
		Stream: noise.NewStream(noise.Key(seed, noise.Learning)),
	})
}

func TestExpectedRegretAgainstExactValues(t *testing.T) {
	s := scenario(t, "constant(.8) constant(.5) constant(.2)") // losses .2 .5 .8
	cases := map[string]float64{
		"rnm-ftnl,noise=gumbel,scale=2":      5.8978083926,
		"rnm-ftnl,noise=exponential,scale=2": 4.45722287185,
		"rnm-ftnl,noise=laplace,scale=2":     5.93470492182,
	}
	for choice, want := range cases {
		t.Run(choice, func(t *testing.T) {
			e, ok := ExpectedRegret(t.Context(), s, start(t, choice, 3, 63, 1, 1), 63)
			if !ok {
				t.Fatalf("%s: no exact expectation", choice)
			}
			if got := e.At(63); math.Abs(got-want) > 1e-9 {
				t.Errorf("%s: %.12f, want %.11f", choice, got, want)
			}
			if got := e.At(1); math.Abs(got-.3) > 1e-12 {
				t.Errorf("%s: round 1 costs %v, want the mean gap .3", choice, got)
			}
			if a, b := e.At(40), e.At(41); math.Abs((b-a)-(e.At(63)-e.At(62))) > 1e-12 {
				t.Errorf("%s: rounds of one epoch cost differently", choice)
			}
		})
	}
}

// The simulated mean over many seeds must be within five standard errors of the exact one
// (false-alarm rate below 10⁻⁶ per case), and outside if the learner's noise is 5% larger.
func TestSimulationMeetsTheExactExpectation(t *testing.T) {
	const horizon, runs = 63, 20_000
	cases := []struct{ arms, choice, wrong string }{
		{"constant(1) constant(0) constant(0) constant(0)", "rnm-ftnl,noise=gumbel,scale=2", "rnm-ftnl,noise=gumbel,scale=2.1"},
		{"constant(1) constant(0) constant(0) constant(0)", "rnm-ftnl,noise=exponential,scale=2", "rnm-ftnl,noise=exponential,scale=2.1"},
		{"constant(1) constant(0) constant(0) constant(0)", "rnm-ftnl,noise=laplace,scale=2", "rnm-ftnl,noise=laplace,scale=2.1"},
		{".8 .3 .2", "rnm-ftnl,noise=laplace,scale=2", "rnm-ftnl,noise=laplace,scale=2.1"},
		{".9 .2 .1", "rnm-ftnl,noise=gumbel,scale=2,first=one", "rnm-ftnl,noise=gumbel,scale=2.1,first=one"},
		{"constant(.9) constant(.1)", "rnm-ftnl,noise=laplace,scale=2,resample=1", "rnm-ftnl,noise=laplace,scale=2.1,resample=1"},
		{"constant(1) constant(0) constant(0)", "ftnl", "rnm-ftnl,scale=3.15"},
	}
	for _, c := range cases {
		t.Run(c.arms+" "+c.choice, func(t *testing.T) {
			t.Parallel()
			s := scenario(t, c.arms)
			e, ok := ExpectedRegret(t.Context(), s, start(t, c.choice, s.Arms(), horizon, .5, 1), horizon)
			if !ok {
				t.Fatal("no exact expectation")
			}
			if z := zScore(t, s, c.choice, horizon, runs, e.At(horizon)); math.Abs(z) > 5 {
				t.Errorf("the simulated mean is %.1f standard errors away", z)
			}
			if z := zScore(t, s, c.wrong, horizon, runs, e.At(horizon)); math.Abs(z) < 5 {
				t.Errorf("noise 5%% off is only %.1f standard errors away", z)
			}
		})
	}
}

// zScore returns by how many standard errors the simulated mean regret exceeds want.
func zScore(t *testing.T, s *scenarios.Scenario, choice string, horizon, runs int, want float64) float64 {
	t.Helper()
	spec := param.Must(learners.ParseSpec(choice))
	gaps := s.Gaps()
	var total, squares float64
	rewards := make([]float64, s.Arms())
	for i := range runs {
		r := s.Rewards(uint64(i))
		l := spec.Start(learners.Setting{
			Arms: s.Arms(), Horizon: horizon, Epsilon: .5, Phases: 1,
			Stream: noise.NewStream(noise.Key(uint64(i), noise.Learning)),
		})
		regret := 0.0
		for round := 1; round <= horizon; round++ {
			regret += gaps[l.Choose(round)[0]]
			for j := range rewards {
				rewards[j] = r.At(j, round)
			}
			l.Observe(round, rewards)
		}
		total += regret
		squares += regret * regret
	}
	n := float64(runs)
	mean := total / n
	return (mean - want) / math.Sqrt((squares/n-mean*mean)/n)
}

func TestExactExpectationsExistOnlyWhereTheyAreExact(t *testing.T) {
	cases := []struct {
		arms, choice string
		ok           bool
	}{
		{"constant(.5) constant(.2)", "rnm-ftnl", true},
		{".5 .2", "rnm-ftnl", true},
		{".5 constant(1)", "rnm-ftnl", true},
		{"beta(2,2) .5", "rnm-ftnl", false},
		{"beta(2,2) .5", "rnm-ftnl,resample=1", true},
		{"constant(.5) .2", "rnm-ftnl", false},
		{".5 .2", "ftl", false},
		{".5 .2", "hedge", false},
	}
	for _, c := range cases {
		t.Run(c.arms, func(t *testing.T) {
			s := scenario(t, c.arms)
			if _, ok := ExpectedRegret(t.Context(), s, start(t, c.choice, s.Arms(), 100, 1, 1), 100); ok != c.ok {
				t.Errorf("%s on %s: exact %v, want %v", c.choice, c.arms, ok, c.ok)
			}
		})
	}
}

// Exponential noise of a scale never costs more than Gumbel noise of it (proof of WW Thm 4,
// after McKenna and Sheldon 2020).
func TestExponentialNoiseNeverCostsMoreThanGumbel(t *testing.T) {
	const horizon = 1_000_000
	for _, arms := range []string{
		"constant(1) constant(0) constant(0) constant(0)", "constant(1) constant(.75) constant(.5) constant(.25) constant(0)",
		".6 .5 .5", ".9 .8 .4 .1",
	} {
		t.Run(arms, func(t *testing.T) {
			s := scenario(t, arms)
			for _, epsilon := range []float64{1, .1, .01} {
				regret := func(noise string) *Expectation {
					e, ok := ExpectedRegret(t.Context(), s, start(t, "rnm-ftnl,scale=2,noise="+noise, s.Arms(), horizon, epsilon, 1), horizon)
					if !ok {
						t.Fatal("no exact expectation")
					}
					return e
				}
				exponential, gumbel := regret("exponential"), regret("gumbel")
				for round := 1; round <= horizon; round *= 4 {
					if a, b := exponential.At(round), gumbel.At(round); a > b+1e-9 {
						t.Errorf("ε = %v, round %d: %v with exponential noise, %v with Gumbel noise", epsilon, round, a, b)
					}
				}
			}
		})
	}
}
