package learners_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/noise/declare"
)

// mTS starts M-TS-Gaussian with these parameters on two arms.
func mTS(t *testing.T, parameters string, seed uint64) learners.Learner {
	return choose(t, "m-ts-gaussian,"+parameters).Start(learners.Setting{
		Arms: 2, Horizon: 1000, Epsilon: 1, Phases: 1, Stream: noise.NewStream(noise.Key(seed, noise.Learning)),
	})
}

// The first b pulls of each arm are in turn, whatever they pay; the next one is the
// first arm's with chance Φ((S₁ − S₂)/(b + 1) / √(2c/(b + 1))). Rewards of 1 for arm 1
// and 0 for arm 2. |z| > 5 has a chance of 6·10⁻⁷ a case; a posterior that forgets the
// prior, c/b for c/(b + 1), must be rejected.
func TestMTSGaussianAfterItsFirstPulls(t *testing.T) {
	const runs = 20_000
	for _, p := range []struct {
		parameters string
		b, c       float64
	}{{"b=1,c=2", 1, 2}, {"b=3,c=4", 3, 4}, {"b=2,c=9", 2, 9}} {
		t.Run(p.parameters, func(t *testing.T) {
			firsts := 0.0
			for seed := range uint64(runs) {
				l := mTS(t, p.parameters, seed)
				for round := 1; round <= int(2*p.b); round++ {
					play := l.Choose(round)[0]
					if play != (round-1)%2 {
						t.Fatalf("%s: round %d plays arm %d", p.parameters, round, play+1)
					}
					l.Observe(round, []float64{float64(1 - play)})
				}
				firsts += oneIf(l.Choose(int(2*p.b) + 1)[0] == 0)
			}
			z := func(chance float64) float64 {
				return (firsts - runs*chance) / math.Sqrt(runs*chance*(1-chance))
			}
			exact := distuv.UnitNormal.CDF(p.b / (p.b + 1) / math.Sqrt(2*p.c/(p.b+1)))
			wrong := distuv.UnitNormal.CDF(1 / math.Sqrt(2*p.c/p.b))
			if math.Abs(z(exact)) > 5 || math.Abs(z(wrong)) < 5 {
				t.Errorf("%s: arm 1 in %v of runs, exactly %v (z = %.1f); without the prior %v (z = %.1f)",
					p.parameters, firsts/runs, exact, z(exact), wrong, z(wrong))
			}
		})
	}
}

// μ = √((T − Kb)/(c(b + 1))) of all samples; nothing where the horizon ends with the
// first pulls. What is claimed of b = c = T^γ is its order: μ/T^(½−γ) goes to 1.
func TestMTSGaussianCosts(t *testing.T) {
	for _, c := range []struct {
		learner       string
		arms, horizon int
		mu            float64
	}{
		{"m-ts-gaussian,b=10,c=2", 2, 1000, 6.6742381247191},
		{"m-ts-gaussian,b=1,c=2", 2, 3, .5},
		{"m-ts-gaussian,b=4,c=0.8", 5, 120, 5},
	} {
		t.Run(c.learner, func(t *testing.T) {
			if mu := worth(t, c.learner, c.arms, c.horizon).Mu(); math.Abs(mu.Value-c.mu) > 1e-12*c.mu {
				t.Errorf("%s, K = %d, T = %d: μ = %v, want %v", c.learner, c.arms, c.horizon, mu.Value, c.mu)
			}
		})
	}
	for _, horizon := range []int{7, 20} {
		found, _, err := choose(t, "m-ts-gaussian,b=4").Audit(learners.Setting{Arms: 5, Horizon: horizon, Phases: 1})
		if err != nil || found.Epsilon != 0 {
			t.Errorf("T = %d: %+v, %v, though no sample is drawn", horizon, found, err)
		}
	}
	for learner, gamma := range map[string]float64{"m-ts-gaussian,b=100,c=100": .25, "m-ts-gaussian,b=10000,c=10000": .5} {
		t.Run(learner, func(t *testing.T) {
			const horizon = 100_000_000
			if ratio := worth(t, learner, 2, horizon).Mu().Value / math.Pow(horizon, .5-gamma); math.Abs(ratio-1) > .01 {
				t.Errorf("%s: μ is %v times T^(½−γ)", learner, ratio)
			}
		})
	}
}

// The plays of T rounds tell no more than all samples do: of two neighbours, by their
// exact chances. The one random play of T = 3 is a normal variable that moves by
// ½/√c, whose trade-off curve at ½ the plays attain. A bound for samples with twice the
// variance must be broken.
func TestMTSGaussianPlaysTellLessThanSamples(t *testing.T) {
	rewards := [2]func(arm, t int) float64{
		func(arm, t int) float64 { return oneIf(t == 1) },
		func(arm, t int) float64 { return 0 },
	}
	for _, c := range []float64{.5, 2} {
		kl, _ := told(gaussianTSPolicy(1, c), 3, rewards, 0)
		p := distuv.UnitNormal.CDF(.5 / math.Sqrt(c))
		if exact := p*math.Log(2*p) + (1-p)*math.Log(2-2*p); math.Abs(kl-exact) > 1e-14 {
			t.Errorf("c = %v: KL = %v, exactly %v", c, kl, exact)
		}
		for _, rounds := range []int{3, 5, 8} {
			kl, delta := told(gaussianTSPolicy(1, c), rounds, rewards, .1)
			of := func(variance float64) (rho, delta float64) {
				m := worth(t, "m-ts-gaussian,b=1,c="+declare.FormatNumber(variance), 2, rounds)
				return m.Rho().Value, m.Delta(.1).Value
			}
			rho, most := of(c)
			if kl > rho || delta > most {
				t.Errorf("c = %v, T = %d: the plays tell KL = %v, δ(.1) = %v, all samples ρ = %v, δ = %v", c, rounds, kl, delta, rho, most)
			}
			if rho, _ := of(4 * c); rounds == 3 && kl < rho {
				t.Errorf("c = %v: KL = %v, which samples with four times the variance allow, %v", c, kl, rho)
			}
		}
	}
}
