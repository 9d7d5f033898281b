package model

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"regretscope/learners"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
)

// Every private learner of the catalog is configured so that its exact audit has the requested μ
// or ρ; learners that count samples come close from below. Others are unchanged.
func TestEqualLoss(t *testing.T) {
	for _, d := range learners.All() {
		t.Run(d.ID, func(t *testing.T) {
			for m, value := range map[privacy.Measure]float64{{Notion: privacy.Mu}: .8, {Notion: privacy.Rho}: .2, {Notion: privacy.Delta, At: .1}: .2} {
				c := onAuditScenario(learners.Spec{Declaration: d}, 1)
				c.Horizon = 10_000
				chosen, err := c.Equal(m, value)
				if d.Privacy == learners.Approximate { // fair bits have no ρ or μ, and at any ε δ(0.1) < .2
					if err == nil {
						t.Errorf("%s has %s = %v", d.ID, m, value)
					}
					continue
				}
				if err != nil {
					t.Errorf("%s: %v", d.ID, err)
					continue
				}
				if d.Privacy == learners.NotPrivate || d.Privacy == learners.DataFree {
					if chosen[0].String() != d.ID {
						t.Errorf("%s has become %s", d.ID, chosen[0])
					}
					continue
				}
				c.Learners = chosen
				v := c.Verdict(0)
				got := m.Of(v.Exact.Mechanism).Value
				if most, least := value*(1+1e-9), value*(1-1e-9); got > most || got < least {
					t.Errorf("%s: %s = %v, want %v", chosen[0], m, got, value)
				}
			}
		})
	}
}

// Parameters in closed form: Laplace sums, normal noise, bits, and picks with Gumbel noise. For releases about the
// same round, the law of the sum of their losses was solved for ε in 50 digits: three sums of a basis, and the ten
// nodes of a tree. The upper bound gives a slightly smaller ε.
func TestEqualLossInClosedForm(t *testing.T) {
	const mu = 1.3
	half := distuv.UnitNormal.CDF(mu / 2)
	laplace := -2 * math.Log(2*(1-half))
	for _, c := range []struct {
		scenario, learner      string
		horizon                int
		mu, want, below, above float64 // by how much the parameter may be off
	}{
		{"hhmh-1", "lazy-dp-ts", 1e6, mu, laplace, 1e-9, 1e-9},
		{"ww-det", "rnm-ftnl,noise=exponential", 1e6, mu, laplace, 1e-9, 1e-9},
		{"ww-det", "rnm-ftnl,noise=exponential,scale=4", 1e6, mu, 2 * laplace, 1e-9, 1e-9},
		{"ww-det", "rnm-ftnl,noise=gumbel", 1e6, mu, 2 * math.Log(half/(1-half)), 1e-9, 1e-9},
		{"jzl-20", "ts-ldp-b", 1e6, mu, math.Log(half / (1 - half)), 1e-9, 1e-9},
		{"hhmh-1", "adac-ucb", 1e6, mu, mu * mu / 2, 1e-9, 1e-9},
		{"hhmh-1", "ts-gaussian", 1e6, mu, 999_999 / (2 * mu * mu), 1e-9, 1e-9},
		{"chh-synthetic", "dpucb-mat", 1000, 1, 1.79940112254729, 1e-6, 0},
		{"hhmh-1", "dp-ucb-tree", 1000, 1, 3.2928610829285, 1e-6, 0},
	} {
		config := opened(t, c.scenario, "", 1, c.learner)
		config.Horizon = c.horizon
		config.Learners = param.Must(config.Equal(privacy.Measure{Notion: privacy.Mu}, c.mu))
		if got := config.PrivacyValue(0) / c.want; !(got >= 1-c.below && got <= 1+c.above) {
			t.Errorf("%s: %s: the parameter is %.12g times %.12g", c.learner, config.Learners[0], got, c.want)
		}
	}
}

func TestEqualLossIsRefused(t *testing.T) {
	mu := privacy.Measure{Notion: privacy.Mu}
	for _, c := range []struct {
		learner, channel string
		value            float64
		want             string
	}{
		{"lazy-dp-ts", "", 0, "μ = 0: must be a positive number"},
		{"lazy-dp-ts", "", math.Inf(1), "must be a positive number"},
		{"ts-ldp-b", "rr(0.9,0.9)", 1, "ts-ldp-b: its μ is 2.563 for every epsilon"},
		{"ts-gaussian", "", 1e-9, "ts-gaussian: its μ is from 0.0224 to"},
	} {
		_, err := opened(t, "hhmh-1", c.channel, .5, c.learner).Equal(mu, c.value)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s at μ = %v: %v, want %s", c.learner, c.value, err, c.want)
		}
	}
}
