package learners_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/noise/number"
)

func init() {
	roundLines["ts-gaussian"] = []string{"3 4", "3 4>3"} // before the first reward, a sample reveals no reward
}

// gaussianTSPolicy is Gaussian Thompson sampling on two arms, where the difference of the
// samples is normal, with a prior that counts as that many observations in the variance: 1.
func gaussianTSPolicy(c, prior float64) policy {
	return func(history []observation) []float64 {
		n, s := tallies(history, 2)
		lead := s[0]/(n[0]+1) - s[1]/(n[1]+1)
		first := distuv.UnitNormal.CDF(lead / math.Sqrt(c/(n[0]+prior)+c/(n[1]+prior)))
		return []float64{first, 1 - first}
	}
}

// told compares the laws of all plays on two reward sequences.
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

func TestGaussianThompsonFollowsItsOracle(t *testing.T) {
	means := []float64{.8, .2}
	exactRegrets(t, []policyCase{
		{learner: "ts-gaussian", oracle: gaussianTSPolicy(1, 1), means: means, rounds: 9},
		{learner: "ts-gaussian,c=2.5", oracle: gaussianTSPolicy(2.5, 1), means: means, rounds: 9},
	})
	plays := func(learner string, c float64, wrong policies) policyCase {
		return policyCase{
			learner: learner, oracle: gaussianTSPolicy(c, 1), wrong: wrong, means: means, rounds: 60, runs: 1000,
		}
	}
	everyPlay(t, []policyCase{
		plays("ts-gaussian", 1, policies{"c=1.3": gaussianTSPolicy(1.3, 1)}),
		plays("ts-gaussian,c=2", 2, policies{"c=1.5": gaussianTSPolicy(1.5, 1), "no prior in the variance": gaussianTSPolicy(2, 1e-9)}),
	})
}

// The samples of an arm that only round 1 plays add up to the audited cost, and those of no other arm cost more.
func TestGaussianThompsonReleases(t *testing.T) {
	const horizon, c = 400, .001
	attained, most := false, float64(horizon-1)/(2*c)
	for seed := range uint64(10) {
		l := choose("ts-gaussian,c=0.001").Start(learners.Setting{
			Arms: 2, Horizon: horizon, Epsilon: 1, Phases: 1, Stream: noise.NewStream(noise.Key(seed, noise.Learning)),
		})
		var counts, squares, want [2]float64
		bad := 0 // the arm of round 1, which pays nothing; the other pays everything
		for round := 1; round <= horizon; round++ {
			for j, n := range counts {
				if n > 0 {
					want[j] += 1 / (c * (n + 1))
				}
			}
			play := l.Choose(round)[0]
			if round == 1 {
				bad = play
			}
			l.Observe(round, []float64{oneIf(play != bad)})
			for _, r := range l.(learners.Releaser).Releases() {
				if r.Round != round || r.Last >= round || r.Sensitivity != 1 || (r.First == 1) != (r.Arms[0] == bad) {
					t.Fatalf("round %d: %+v", round, r)
				}
				squares[r.Arms[0]] += 1 / (r.Scale * r.Scale)
			}
			counts[play]++
		}
		for j, got := range squares {
			if math.Abs(got-want[j]) > 1e-9*want[j] || got > most*(1+1e-9) {
				t.Errorf("seed %d, arm %d: μ² = %v, want %v, at most %v", seed, j, got, want[j], most)
			}
		}
		attained = attained || squares[bad] > most*(1-1e-9)
	}
	if !attained {
		t.Errorf("no samples cost μ² = %v", most)
	}
}

// The plays of T rounds reveal at most as much as all samples, by the exact probabilities of
// two neighbors. At T = 2, the arm of round 1 is played again if a normal variable, which its
// reward moves by ½, is positive. A bound for eight times the variance must be violated.
func TestGaussianThompsonPlaysTellLessThanSamples(t *testing.T) {
	rewards := [2]func(arm, t int) float64{
		func(_, t int) float64 { return oneIf(t == 1) },
		func(int, int) float64 { return 0 },
	}
	for _, c := range []float64{.5, 2} {
		kl, _ := told(gaussianTSPolicy(c, 1), 2, rewards, 0)
		p := distuv.UnitNormal.CDF(.5 / math.Sqrt(1.5*c))
		if exact := p*math.Log(2*p) + (1-p)*math.Log(2-2*p); math.Abs(kl-exact) > 1e-14 {
			t.Errorf("c = %v: KL = %v, exactly %v", c, kl, exact)
		}
		for _, rounds := range []int{2, 5, 8} {
			kl, delta := told(gaussianTSPolicy(c, 1), rounds, rewards, .1)
			of := func(variance float64) (rho, delta float64) {
				m := worth(t, "ts-gaussian,c="+number.Format(variance), 2, rounds)
				return m.Rho().Value, m.Delta(.1).Value
			}
			rho, most := of(c)
			if kl > rho || delta > most {
				t.Errorf("c = %v, T = %d: the plays tell KL = %v, δ(.1) = %v, all samples ρ = %v, δ = %v", c, rounds, kl, delta, rho, most)
			}
			if rho, _ := of(8 * c); rounds == 2 && kl < rho {
				t.Errorf("c = %v: KL = %v, which samples with eight times the variance allow, %v", c, kl, rho)
			}
		}
	}
}
