package learners_test

import (
	"fmt"
	"math"
	"math/bits"
	"testing"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/scenarios"
)

// rowsUntil plays two writings of an expert on the same rows to the horizon, and
// tells of the first round in which they play differently.
func rowsUntil(t testing.TB, s banditSetting, learner string, twin *slowLeader, scenario *scenarios.Scenario) string {
	t.Helper()
	fast, rewards, row := s.start(t, learner), scenario.Rewards(s.seed), make([]float64, s.arms)
	for round := 1; round <= s.horizon; round++ {
		if got, want := fast.Choose(round)[0], twin.choose(round); got != want {
			return fmt.Sprintf("round %d: action %d, want %d", round, got, want)
		}
		for j := range row {
			row[j] = rewards.At(j, round)
		}
		fast.Observe(round, row)
		twin.observe(round, row)
	}
	return ""
}

// actionKinds are what the experts are compared on: close rewards, so that
// noise decides often; fractions and ties.
var actionKinds = []string{
	".6 .5", "1 1 1", "constant(.5) constant(.5)", "beta(2,2) uniform(.2,.9) .5 constant(.52) discrete(0:.25,.5:.5,1:.25)",
	".75 .625 .5 .375 .25", ".5 .5 .5 .5 .5 .5 .5 .5 .5 .5", ".3",
}

// RNM-FTNL in all of its variants, FTNL and Follow-the-Leader play, round for
// round, what their second writing plays with the same random numbers: sums of
// the newest epoch alone, noise of the right kind and scale, drawn once an epoch.
func TestLeadersKeepStepWithTheirSecondWriting(t *testing.T) {
	const horizon = 600
	for name, kind := range noisesByName {
		for _, scale := range []float64{1, 2, .3} {
			for _, resample := range []bool{false, true} {
				for _, first := range []bool{false, true} {
					learner := fmt.Sprintf("rnm-ftnl,noise=%s,scale=%v,resample=%v,first=%s",
						name, scale, oneIf(resample), map[bool]string{true: "one", false: "uniform"}[first])
					t.Run(learner, func(t *testing.T) {
						t.Parallel()
						keepStep(t, horizon, learner, func(s banditSetting) *slowLeader {
							return newSlowLeader(s, kind(scale/s.epsilon), resample, first)
						})
					})
				}
			}
		}
	}
	t.Run("ftnl", func(t *testing.T) {
		keepStep(t, horizon, "ftnl", func(s banditSetting) *slowLeader {
			return newSlowLeader(s, noisesByName["laplace"](float64(s.arms)/s.epsilon), false, false)
		})
	})
	t.Run("ftl", func(t *testing.T) { keepStep(t, horizon, "ftl", newSlowFTL) })
}

func keepStep(t *testing.T, horizon int, learner string, slow func(banditSetting) *slowLeader) {
	t.Helper()
	for i, text := range actionKinds {
		scenario := arms(t, text, scenarios.Full)
		for _, epsilon := range []float64{.05, .25, 1, math.Inf(1)} {
			for seed := range uint64(effort) {
				s := banditSetting{scenario.Arms(), horizon, epsilon, 1000*seed + uint64(i)}
				if difference := rowsUntil(t, s, learner, slow(s), scenario); difference != "" {
					t.Errorf("%s, ε = %v, seed %d: %s", text, epsilon, s.seed, difference)
				}
			}
		}
	}
}

// The comparison has teeth: another noise, a scale 5% off, the sum of two
// epochs, or rounding where there should be none are seen.
func TestSlipsOfLeadersShow(t *testing.T) {
	laplace, gumbel := noisesByName["laplace"], noisesByName["gumbel"]
	cases := map[string]struct {
		learner string
		slow    func(s banditSetting) *slowLeader
	}{
		"scale 5% high": {"rnm-ftnl", func(s banditSetting) *slowLeader {
			return newSlowLeader(s, laplace(2.1/s.epsilon), false, false)
		}},
		"scale 5% low": {"rnm-ftnl,noise=gumbel", func(s banditSetting) *slowLeader {
			return newSlowLeader(s, gumbel(1.9/s.epsilon), false, false)
		}},
		"FTNL with a noise for K−1": {"ftnl", func(s banditSetting) *slowLeader {
			return newSlowLeader(s, laplace(float64(s.arms-1)/s.epsilon), false, false)
		}},
		"another noise": {"rnm-ftnl", func(s banditSetting) *slowLeader {
			return newSlowLeader(s, noisesByName["exponential"](2/s.epsilon), false, false)
		}},
		"two epochs summed": {"rnm-ftnl", func(s banditSetting) *slowLeader {
			l := newSlowLeader(s, laplace(2/s.epsilon), false, false)
			l.lag = 1
			return l
		}},
		"resampled": {"rnm-ftnl", func(s banditSetting) *slowLeader {
			return newSlowLeader(s, laplace(2/s.epsilon), true, false)
		}},
		"not resampled": {"rnm-ftnl,resample=1", func(s banditSetting) *slowLeader {
			return newSlowLeader(s, laplace(2/s.epsilon), false, false)
		}},
		"first": {"rnm-ftnl,first=one", func(s banditSetting) *slowLeader {
			return newSlowLeader(s, laplace(2/s.epsilon), false, false)
		}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			for i, text := range actionKinds {
				scenario := arms(t, text, scenarios.Full)
				for seed := range uint64(40) {
					s := banditSetting{scenario.Arms(), 600, .05, 1000*seed + uint64(i)}
					if rowsUntil(t, s, c.learner, c.slow(s), scenario) != "" {
						return
					}
				}
			}
			t.Error("the changed copy was not noticed")
		})
	}
}

// Epochs are rounds 2^(r−1), …, 2^r − 1: there is a release in the last of them
// and in no other, and the play changes nowhere else. An epoch that the horizon
// cuts has published nothing; what it saw is pending.
func TestLeadersPublishAtTheEndOfDoublingEpochs(t *testing.T) {
	for _, learner := range []string{"rnm-ftnl", "rnm-ftnl,noise=gumbel,resample=1,first=one", "ftnl"} {
		for _, epsilon := range []float64{.1, math.Inf(1)} {
			s, before := coverSetting{learner, arms(t, ".6 .5 .4", scenarios.Full), epsilon, 1000}, -1
			s.follow(t, func(_ *cover, l learners.Learner, _ *noise.Ledger, round int) {
				r := bits.Len(uint(round))
				first, last := 1<<(r-1), 1<<r-1
				releases, play := l.(learners.Releaser).Releases(), l.Clone().Choose(round + 1)[0]
				done, length := l.(learners.Epochal).Epoch()
				if round < last {
					if len(releases) > 0 || done != round-first+1 || length != first || l.(learners.Releaser).Pending() != done || (before >= 0 && play != before) {
						t.Fatalf("%v, round %d: %d releases, epoch %d/%d", s, round, len(releases), done, length)
					}
				} else if len(releases) != 1 || done != 0 || length != last+1 || releases[0].Observations != first ||
					releases[0].First != first || releases[0].Last != last || releases[0].Winner != play {
					t.Fatalf("%v, round %d: releases %+v, epoch %d/%d, next play %d", s, round, releases, done, length, play)
				}
				before = play
			})
		}
	}
}

// first=one plays action 1 in round 1, first=uniform every action equally often:
// of 30 000 runs each of three gets 10 000 ± 82; |z| > 5 has a chance of 6·10⁻⁷.
func TestFirstActionOfLeaders(t *testing.T) {
	for learner, uniform := range map[string]bool{"rnm-ftnl": true, "ftnl": true, "rnm-ftnl,first=one": false} {
		var counts [3]float64
		choice := choose(t, learner)
		for seed := range uint64(30_000) {
			counts[banditSetting{3, 10, 1, seed}.of(choice).Choose(1)[0]]++
		}
		for j, n := range counts {
			if z := (n - 10_000) / math.Sqrt(30_000*2./9); uniform && math.Abs(z) > 5 || !uniform && n != 30_000*oneIf(j == 0) {
				t.Errorf("%s: first actions %v", learner, counts)
			}
		}
	}
}
