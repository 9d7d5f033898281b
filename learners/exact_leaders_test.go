//go:build !plain

package learners_test

import (
	"context"
	"math"
	"testing"

	"regretscope/model"
	"regretscope/scenarios"
)

// Mean regrets of RNM-FTNL, simulated in leaps, against their exact expectations at the horizon
// and within an epoch: all noises, with and without resampling, many actions, long horizons.
// |z| > 5 has probability 6·10⁻⁷ each. Noise 5% larger must be rejected at the horizon.
func TestLeadersMeetTheirExactRegret(t *testing.T) {
	if testing.Short() {
		t.Skip("many rounds, no goroutines of its own: nothing that the race detector could find")
	}
	even := preset("ww-det,K=64,losses=even")
	one := preset("ww-det,K=64")
	evenFew, oneOfFew := preset("ww-det,K=8,losses=even"), preset("ww-det,K=8")
	doubling := preset("doubling-gap,K=6,gap=0.01")
	cases := []struct {
		name           string
		scenario       *scenarios.Scenario
		learner, wrong string
		horizon, runs  int
		heavy          bool
	}{
		{"few, even", evenFew, "rnm-ftnl,noise=gumbel", "rnm-ftnl,noise=gumbel,scale=2.1", 1023, 6000, false},
		{"even", even, "rnm-ftnl,noise=gumbel", "rnm-ftnl,noise=gumbel,scale=2.1", 1023, 20_000, true},
		{"even", even, "rnm-ftnl,noise=laplace", "rnm-ftnl,noise=laplace,scale=2.1", 1023, 20_000, true},
		{"even", even, "rnm-ftnl,noise=exponential", "rnm-ftnl,noise=exponential,scale=2.1", 1023, 20_000, true},
		{"even, resampled", even, "rnm-ftnl,noise=gumbel,resample=1", "rnm-ftnl,noise=gumbel,resample=1,scale=2.1", 1023, 20_000, true},
		{"even, resampled", even, "rnm-ftnl,noise=laplace,resample=1", "rnm-ftnl,noise=laplace,resample=1,scale=2.1", 1023, 20_000, true},
		{"even, resampled", even, "rnm-ftnl,noise=exponential,resample=1", "rnm-ftnl,noise=exponential,resample=1,scale=2.1", 1023, 20_000, true},
		{"one good", one, "rnm-ftnl,noise=gumbel,resample=1", "rnm-ftnl,noise=gumbel,resample=1,scale=2.1", 1023, 20_000, true},
		{"one good of few", oneOfFew, "ftnl", "rnm-ftnl,scale=8.4", 20_000, 6000, false},
		{"doubling", doubling, "rnm-ftnl,noise=gumbel", "rnm-ftnl,noise=gumbel,scale=2.1", 4095, 20_000, true},
		{"doubling", doubling, "rnm-ftnl,noise=laplace,first=one", "rnm-ftnl,noise=laplace,first=one,scale=2.1", 4095, 30_000, true},
		{"apart", arms(".9 .2 .1", scenarios.Full), "rnm-ftnl,noise=laplace", "rnm-ftnl,noise=laplace,scale=2.1", 100_000, 8000, false},
		{"apart", arms(".9 .2 .1", scenarios.Full), "rnm-ftnl,noise=gumbel,resample=1", "rnm-ftnl,noise=gumbel,resample=1,scale=2.1", 100_000, 20_000, true},
		{"apart", arms(".9 .2 .1", scenarios.Full), "rnm-ftnl,noise=exponential,first=one", "rnm-ftnl,noise=exponential,first=one,scale=2.1", 100_000, 20_000, true},
		{"fractions, resampled", arms("beta(9,1) uniform(0,.4) constant(.1)", scenarios.Full), "rnm-ftnl,resample=1", "rnm-ftnl,resample=1,scale=2.1", 100_000, 20_000, false},
	}
	for _, c := range cases {
		if c.heavy && effort == 1 {
			continue
		}
		t.Run(c.name+" "+c.learner, func(t *testing.T) {
			t.Parallel()
			config := configure(t, c.scenario, c.learner, .1, c.horizon)
			exact, ok := config.ExpectedRegret(t.Context(), 0)
			if !ok {
				t.Fatal("there is no exact expectation")
			}
			config.Learners = append(config.Learners, choose(c.wrong))
			middle := c.horizon * 2 / 5
			e := model.Experiment{Points: []*model.Config{config}, Runs: c.runs, At: []int{middle, c.horizon}, Engine: model.LeapEngine}
			result, err := e.Run(context.Background(), nil)
			if err != nil {
				t.Fatal(err)
			}
			for i, row := range result.Rows {
				z := (float64(row.RegretMean) - exact.At(row.Round)) / row.StandardError()
				if i < 2 && math.Abs(z) > 5 {
					t.Errorf("round %d: regret %.3f, exactly %.3f: z = %.1f", row.Round, row.RegretMean, exact.At(row.Round), z)
				}
				if i == 3 && math.Abs(z) < 5 {
					t.Errorf("noise 5%% larger is accepted: z = %.1f", z)
				}
			}
		})
	}
}
