package learners_test

import (
	"math"
	"math/bits"
	"testing"

	"regretscope/learners"
	"regretscope/noise"
	"regretscope/noise/param"
	"regretscope/scenarios"
)

func init() {
	roundLines["rnm-ftnl"] = []string{"3 7>16", "7", "7>16"}
	batched = append(batched, batchedCase{learner: "rnm-ftnl,noise=laplace,scale=2", feedback: scenarios.Full, loss: 1, horizon: 2000})
	batched = append(batched, batchedCase{learner: "rnm-ftnl,noise=exponential,scale=1,first=one", feedback: scenarios.Full, loss: 2, horizon: 2000})
	batched = append(batched, batchedCase{learner: "rnm-ftnl,noise=gumbel,scale=5", feedback: scenarios.Full, loss: .4, horizon: 2000})
	releaseCosts = append(releaseCosts, releaseCost{learner: "rnm-ftnl", noise: "Laplace", scale: 2, sensitivity: 2, loss: 1})
	releaseCosts = append(releaseCosts, releaseCost{learner: "rnm-ftnl,scale=1", noise: "Laplace", scale: 1, sensitivity: 2, loss: 2})
	releaseCosts = append(releaseCosts, releaseCost{
		learner: "rnm-ftnl,noise=exponential,scale=1",
		noise:   "exponential", scale: 1, sensitivity: 2, loss: 2,
	})
	releaseCosts = append(releaseCosts, releaseCost{learner: "rnm-ftnl,noise=gumbel,resample=1", noise: "Gumbel", scale: 2, sensitivity: 2, loss: 1})
}

// Picks of the noisy leaders after every epoch of a fixed history against their laws: a softmax for Gumbel noise,
// closed forms for two actions with Laplace and exponential noise. A false alarm has probability 10⁻⁶ for each case;
// the laws of noise 10% larger and of half the scale are rejected.
func TestLeadersPickByTheirLaw(t *testing.T) {
	if testing.Short() {
		t.Skip("many rounds, no goroutines of its own: nothing that the race detector could find")
	}
	// ahead returns the law of two actions, given the probability that a lead of g scales wins.
	ahead := func(win func(g float64) float64) func(sums []float64, scale float64) []float64 {
		return func(sums []float64, scale float64) []float64 {
			p := win(math.Abs(sums[0]-sums[1]) / scale)
			if sums[0] < sums[1] {
				p = 1 - p
			}
			return []float64{p, 1 - p}
		}
	}
	laplace := ahead(func(g float64) float64 { return 1 - math.Exp(-g)*(.5+g/4) })
	exponential := ahead(func(g float64) float64 { return 1 - math.Exp(-g)/2 })
	softmax := func(sums []float64, scale float64) []float64 {
		return normalized(param.Map(sums, func(sum float64) float64 { return math.Exp(sum / scale) }))
	}
	// The lead grows and changes sides, so picks depend on the epoch.
	history := func(k int) (rows [][]float64) {
		for t := 1; t <= 64; t++ {
			row := make([]float64, k)
			for j := range row {
				row[j] = .5 + .1*float64(j) - .2*oneIf(t >= 16 && t < 32)*float64(j)
			}
			rows = append(rows, row)
		}
		return rows
	}
	cases := []struct {
		learner string
		rows    [][]float64
		law     func(sums []float64, scale float64) []float64
		scale   float64 // at ε = 1
	}{
		{learner: "rnm-ftnl,noise=gumbel,scale=2", rows: history(4), law: softmax, scale: 2},
		{learner: "rnm-ftnl,noise=gumbel,scale=.7", rows: history(3), law: softmax, scale: .7},
		{learner: "rnm-ftnl,noise=laplace,scale=2", rows: history(2), law: laplace, scale: 2},
		{learner: "rnm-ftnl,noise=laplace,scale=1", rows: history(2), law: laplace, scale: 1},
		{learner: "rnm-ftnl,noise=exponential,scale=1", rows: history(2), law: exponential, scale: 1},
		{learner: "ftnl", rows: history(2), law: laplace, scale: 2},
	}
	for _, c := range cases {
		t.Run(c.learner, func(t *testing.T) {
			t.Parallel()
			all := playCounts(c.learner, c.rows, 20_000*effort)
			var counts [][]float64 // of the picks after epochs: plays of rounds 2, 4, 8, …
			for first := 2; first <= len(all); first *= 2 {
				counts = append(counts, all[first-1])
			}
			p := map[float64]float64{}
			for _, factor := range []float64{1, 1.1, .5} {
				p[factor] = chance(counts, func(epoch int) []float64 {
					sums := make([]float64, len(c.rows[0]))
					for _, row := range c.rows[1<<(epoch-1)-1 : 1<<epoch-1] {
						for j, x := range row {
							sums[j] += x
						}
					}
					return c.law(sums, factor*c.scale)
				})
			}
			if p[1] < 1e-6 {
				t.Errorf("χ² has a chance of %.2g", p[1])
			}
			if p[1.1] > 1e-6 || p[.5] > 1e-6 {
				t.Errorf("wrong scales are accepted: %v", p)
			}
		})
	}
}

// Epochs are rounds 2^(r−1), …, 2^r − 1. Releases and new plays come only at their ends. An
// epoch cut by the horizon releases nothing and is pending.
func TestLeadersPublishAtTheEndOfDoublingEpochs(t *testing.T) {
	for _, learner := range []string{"rnm-ftnl", "rnm-ftnl,noise=gumbel,resample=1,first=one", "ftnl"} {
		for _, epsilon := range []float64{.1, math.Inf(1)} {
			s, before := coverSetting{
				learner: learner, scenario: arms(".6 .5 .4", scenarios.Full), epsilon: epsilon, horizon: 1000,
			}, -1
			s.follow(t, func(_ *cover, l learners.Learner, _ *noise.Ledger, round int) {
				r := bits.Len(uint(round))
				first, last := 1<<(r-1), 1<<r-1
				releases, play := l.(learners.Releaser).Releases(), l.Clone().Choose(round + 1)[0]
				done, length := l.(learners.Epochal).Epoch()
				if round < last {
					if len(releases) > 0 || done != round-first+1 || length != first || l.(learners.Releaser).Pending() != done ||
						(before >= 0 && play != before) {
						t.Fatalf("%s: %v, round %d: %d releases, epoch %d/%d", learner, s, round, len(releases), done, length)
					}
				} else if len(releases) != 1 || done != 0 || length != last+1 || releases[0].Observations != first ||
					releases[0].First != first || releases[0].Last != last || releases[0].Winner != play {
					t.Fatalf("%s: %v, round %d: releases %+v, epoch %d/%d, next play %d", learner, s, round, releases, done, length, play)
				}
				before = play
			})
		}
	}
}

// first=one plays action 1 in round 1; first=uniform plays every action equally often: 10,000 ±
// 82 of 30,000 runs for three actions; |z| > 5 has probability 6·10⁻⁷.
func TestFirstActionOfLeaders(t *testing.T) {
	for learner, uniform := range map[string]bool{"rnm-ftnl": true, "ftnl": true, "rnm-ftnl,first=one": false} {
		var counts [3]float64
		spec := choose(learner)
		for seed := range uint64(30_000) {
			counts[banditSetting{arms: 3, horizon: 10, epsilon: 1, seed: seed}.of(spec).Choose(1)[0]]++
		}
		for j, n := range counts {
			if z := (n - 10_000) / math.Sqrt(30_000*2./9); uniform && math.Abs(z) > 5 || !uniform && n != 30_000*oneIf(j == 0) {
				t.Errorf("%s: first actions %v", learner, counts)
			}
		}
	}
}
