package learners_test

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/learners"
	"regretscope/noise"
)

// gaussianTSPolicy is Gaussian Thompson sampling on two arms: the difference of the
// two samples is normal. b pulls of each arm come first.
func gaussianTSPolicy(b int, c float64) policy {
	return func(history []observation) []float64 {
		if t := len(history); t < 2*b {
			return certain(t%2, 2)
		}
		n, s := tallies(history, 2)
		lead := s[0]/(n[0]+1) - s[1]/(n[1]+1)
		first := distuv.UnitNormal.CDF(lead / math.Sqrt(c/(n[0]+1)+c/(n[1]+1)))
		return []float64{first, 1 - first}
	}
}

// told compares all transcripts of plays on two reward sequences.
func told(p policy, rounds int, rewards [2]func(arm, t int) float64, epsilon float64) (kl, delta float64) {
	var walk func(histories [2][]observation, chances [2]float64)
	walk = func(histories [2][]observation, chances [2]float64) {
		if len(histories[0]) == rounds {
			kl += chances[0] * math.Log(chances[0]/chances[1])
			delta += max(0, chances[0]-math.Exp(epsilon)*chances[1])
			return
		}
		round := len(histories[0]) + 1
		picks := [2][]float64{p(histories[0]), p(histories[1])}
		for j := range 2 {
			var next [2][]observation
			for side := range next {
				seen := append([]observation(nil), histories[side]...)
				next[side] = append(seen, observation{j, rewards[side](j, round)})
			}
			walk(next, [2]float64{chances[0] * picks[0][j], chances[1] * picks[1][j]})
		}
	}
	walk([2][]observation{}, [2]float64{1, 1})
	return kl, delta
}

// The plays of five rounds, where rounds 3 and 5 give (1,0), rounds 2 and 4 nothing,
// and round 1 gives (1,0) or (0,1).
// A variance that is a tenth off must be rejected.
func TestPlaysOfGaussianThompsonTell(t *testing.T) {
	first := [2]func(arm, t int) float64{
		func(arm, t int) float64 { return oneIf(t%2 == 1 && arm == 0) },
		func(arm, t int) float64 { return oneIf(t == 1 && arm == 1 || t%2 == 1 && t > 1 && arm == 0) },
	}
	for _, c := range []struct {
		variance, kl, delta float64
		accept              bool
	}{
		{1, 0.17861519010629, 0.19547803570787, true},
		{2, 0.092583993059008, 0.13204570219240, true},
		{1.1, 0.17861519010629, 0.19547803570787, false},
	} {
		kl, delta := told(gaussianTSPolicy(0, c.variance), 5, first, .1)
		if ok := math.Abs(kl-c.kl) < 1e-12 && math.Abs(delta-c.delta) < 1e-12; ok != c.accept {
			t.Errorf("c = %v: KL = %.14g, δ(.1) = %.14g, want %.14g and %.14g: %v", c.variance, kl, delta, c.kl, c.delta, c.accept)
		}
	}
}

// Every play and the mean regret against the exact chances; |z| > 5 has a chance of
// 6·10⁻⁷ a case.
func TestGaussianThompsonFollowsItsOracle(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		learner  string
		b        int
		variance float64
		accept   bool
	}{
		{"ts-gaussian", 0, 1, true},
		{"ts-gaussian,c=2.5", 0, 2.5, true},
		{"ts-gaussian", 0, 1.3, false},
		{"m-ts-gaussian,b=3,c=2", 3, 2, true},
		{"m-ts-gaussian,b=3,c=2", 3, 1.5, false},
		{"m-ts-gaussian,b=3,c=2", 1, 2, false},
	} {
		t.Run(fmt.Sprintf("%s, b=%d, c=%v", c.learner, c.b, c.variance), func(t *testing.T) {
			oracle, means := gaussianTSPolicy(c.b, c.variance), []float64{.8, .2}
			follow(t, configure(t, bernoulliArms(t, means...), c.learner, 1, 60), oracle, 1000, 5, c.accept)
			if c.accept {
				meets(t, configure(t, bernoulliArms(t, means...), c.learner, 1, 9), expectedRegret(oracle, means, 9), 6000*effort, 5, true)
			}
		})
	}
}

func TestGaussianThompsonCosts(t *testing.T) {
	m := worth(t, "ts-gaussian,c=2", 3, 501)
	if mu := m.Mu(); !near(mu.Value, math.Sqrt(500./4)) || mu.Status != "upper" || !near(m.Rho().Value, 500./8) {
		t.Errorf("μ = %+v, ρ = %v", mu, m.Rho().Value)
	}
}

// An arm that pays nothing beside one that pays everything is hardly played again: the
// samples of its first reward add up to what the audit says, within what its few
// further plays take off.
func TestGaussianThompsonReleases(t *testing.T) {
	const horizon, b, c = 400, 5, .01
	l := choose(t, "m-ts-gaussian,b=5,c=0.01").Start(learners.Setting{
		Arms: 2, Horizon: horizon, Epsilon: 1, Phases: 1, Stream: noise.NewStream(noise.Key(1, noise.Learning)),
	})
	squares, made := 0.0, 0
	for round := 1; round <= horizon; round++ {
		play := l.Choose(round)[0]
		l.Observe(round, []float64{float64(play)})
		for _, r := range l.(learners.Releaser).Releases() {
			made++
			if r.Round != round || r.Last >= round || r.First != r.Arms[0]+1 || r.Sensitivity != 1 {
				t.Fatalf("round %d: %+v", round, r)
			}
			if r.Arms[0] == 0 {
				squares += 1 / (r.Scale * r.Scale)
			}
		}
	}
	want := float64(horizon-2*b) / (c * (b + 1))
	if made != 2*(horizon-2*b) || math.Abs(squares-want) > 1e-9*want {
		t.Errorf("%d samples, μ² = %v, want %v", made, squares, want)
	}
}

// What is promised and what is true, in the verdict's words.
func TestVerdictsBeyondEpsilon(t *testing.T) {
	for learner, want := range map[string][2]string{
		"adac-ucb,rho=.25": {"ρ = 0.25", "claim holds: true ρ = 0.25 equals claimed ρ = 0.25"},
		"dp-ts-ucb":        {"μ = 4.066", "claim holds: true μ = 2.888 is below claimed μ = 4.066"},
		"ts-gaussian":      {"μ = O(√T)", "claims μ = O(√T): true μ is at most 223.61 up to the horizon"},
		"lazy-dp-ts":       {"ε = 1", "claim holds: true ε equals claimed ε"},
		"ucb1":             {"", "claims no privacy: one play may reveal a reward (ε = ∞)"},
	} {
		t.Run(learner, func(t *testing.T) {
			c := configure(t, bernoulliArms(t, .5, .4), learner, 1, 100_000)
			if v, err := c.Verdict(0); err != nil || v.Claim() != want[0] || v.Line() != want[1] || v.Broken() {
				t.Errorf("%s: %q, %q, %v; want %q", learner, v.Claim(), v.Line(), err, want)
			}
		})
	}
}
