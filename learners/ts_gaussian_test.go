package learners_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/learners"
	"regretscope/noise"
)

// gaussianTSPolicy is Gaussian Thompson sampling on two arms, where the difference of the
// samples is normal, after b pulls of each arm.
func gaussianTSPolicy(b int, c float64) policy { return gaussianPriorPolicy(b, c, 1) }

// gaussianPriorPolicy has a prior that counts as that many observations in the variance.
func gaussianPriorPolicy(b int, c, prior float64) policy {
	return func(history []observation) []float64 {
		if t := len(history); t < 2*b {
			return certain(t%2, 2)
		}
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
		{learner: "ts-gaussian", oracle: gaussianTSPolicy(0, 1), means: means, rounds: 9},
		{learner: "ts-gaussian,c=2.5", oracle: gaussianTSPolicy(0, 2.5), means: means, rounds: 9},
		{learner: "m-ts-gaussian,b=3,c=2", oracle: gaussianTSPolicy(3, 2), means: means, rounds: 9},
	})
	plays := func(learner string, b int, c float64, wrong policies) policyCase {
		return policyCase{
			learner: learner, oracle: gaussianTSPolicy(b, c), wrong: wrong, means: means, rounds: 60, runs: 1000,
		}
	}
	everyPlay(t, []policyCase{
		plays("ts-gaussian", 0, 1, policies{"c=1.3": gaussianTSPolicy(0, 1.3)}),
		plays("ts-gaussian,c=2.5", 0, 2.5, nil),
		plays("m-ts-gaussian,b=1,c=2", 1, 2, policies{"no prior in the variance": gaussianPriorPolicy(1, 2, 1e-9)}),
		plays("m-ts-gaussian,b=3,c=2", 3, 2, policies{
			"c=1.5": gaussianTSPolicy(3, 1.5), "b=1": gaussianTSPolicy(1, 2),
			"no prior in the variance": gaussianPriorPolicy(3, 2, 0),
		}),
	})
}

// An arm that pays nothing is rarely played beside one that pays everything, so the samples of
// its first reward add up to the audited cost, up to its few further plays.
func TestGaussianThompsonReleases(t *testing.T) {
	const horizon, b, c = 400, 5, .01
	l := choose("m-ts-gaussian,b=5,c=0.01").Start(learners.Setting{
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
