//go:build !plain

package learners_test

import (
	"cmp"
	"context"
	"math"
	"testing"

	"regretscope/model"
	"regretscope/model/trials"
	"regretscope/noise/param"
	"regretscope/scenarios"
)

// Mean regrets of RNM-FTNL against their exact expectations at the horizon and within an epoch: all noises, with and
// without resampling, many actions, long horizons. |z| > 5 has probability 6·10⁻⁷ each. Noise 10% larger, of heavy
// cases 5%, must be rejected at the horizon.
func TestLeadersMeetTheirExactRegret(t *testing.T) {
	if testing.Short() {
		t.Skip("many rounds, no goroutines of its own: nothing that the race detector could find")
	}
	even, one := preset("ww-det,K=64,losses=even"), preset("ww-det,K=64")
	doubling, apart := preset("doubling-gap,K=6,gap=0.01"), arms(".9 .2 .1", scenarios.Full)
	cases := []struct {
		scenario       *scenarios.Scenario
		learner, wrong string // by default, wrong is the learner with scale=2.2, of heavy cases scale=2.1
		horizon, runs  int
		heavy          bool
	}{
		{scenario: preset("ww-det,K=8,losses=even"), learner: "rnm-ftnl,noise=gumbel", horizon: 1023, runs: 2500, heavy: true},
		{scenario: even, learner: "rnm-ftnl,noise=gumbel", horizon: 1023, runs: 20_000, heavy: true},
		{scenario: even, learner: "rnm-ftnl,noise=laplace", horizon: 1023, runs: 20_000, heavy: true},
		{scenario: even, learner: "rnm-ftnl,noise=exponential", horizon: 1023, runs: 20_000, heavy: true},
		{scenario: even, learner: "rnm-ftnl,noise=gumbel,resample=1", horizon: 1023, runs: 20_000, heavy: true},
		{scenario: even, learner: "rnm-ftnl,noise=laplace,resample=1", horizon: 1023, runs: 20_000, heavy: true},
		{scenario: even, learner: "rnm-ftnl,noise=exponential,resample=1", horizon: 1023, runs: 20_000, heavy: true},
		{scenario: one, learner: "rnm-ftnl,noise=gumbel,resample=1", horizon: 1023, runs: 20_000, heavy: true},
		{scenario: preset("ww-det,K=8"), learner: "ftnl", wrong: "rnm-ftnl,scale=8.8", horizon: 1023, runs: 2500},
		{scenario: doubling, learner: "rnm-ftnl,noise=gumbel", horizon: 4095, runs: 20_000, heavy: true},
		{scenario: doubling, learner: "rnm-ftnl,noise=laplace,first=one", horizon: 4095, runs: 30_000, heavy: true},
		{scenario: apart, learner: "rnm-ftnl,noise=laplace", horizon: 1023, runs: 3000},
		{scenario: apart, learner: "rnm-ftnl,noise=gumbel,resample=1", horizon: 16_383, runs: 20_000, heavy: true},
		{scenario: apart, learner: "rnm-ftnl,noise=exponential,first=one", horizon: 16_383, runs: 20_000, heavy: true},
		{ // fractions
			scenario: arms("beta(9,1) uniform(0,.4) constant(.1)", scenarios.Full),
			learner:  "rnm-ftnl,resample=1", horizon: 511, runs: 5000,
		},
	}
	for _, c := range cases {
		if c.heavy && effort == 1 {
			continue
		}
		t.Run(c.scenario.Name+" "+c.learner, func(t *testing.T) {
			t.Parallel()
			config := configure(t, c.scenario, c.learner, .1, c.horizon)
			exact, ok := config.ExpectedRegret(t.Context(), 0)
			if !ok {
				t.Fatal("there is no exact expectation")
			}
			louder := map[bool]string{false: ",scale=2.2", true: ",scale=2.1"}[c.heavy]
			config.Learners = append(config.Learners, choose(cmp.Or(c.wrong, c.learner+louder)))
			middle := c.horizon * 2 / 5
			e := trials.Experiment{Points: []*model.Config{config}, Runs: c.runs, At: []int{middle, c.horizon}}
			result := param.Must(e.Run(context.Background(), nil))
			for i, row := range result.Rows {
				z := (float64(row.RegretMean) - exact.At(row.Round)) / row.StandardError()
				if i < 2 && math.Abs(z) > 5 {
					t.Errorf("round %d: regret %.3f, exactly %.3f: z = %.1f", row.Round, row.RegretMean, exact.At(row.Round), z)
				}
				if i == 3 && math.Abs(z) < 5 {
					t.Errorf("louder noise is accepted: z = %.1f", z)
				}
			}
		})
	}
}
