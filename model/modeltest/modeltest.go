// Package modeltest makes configurations for tests.
package modeltest

import (
	"testing"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/param"

	"regretscope/scenarios/scenariotest"
)

// Config returns a checked configuration; the scenario may have parameters.
func Config(t testing.TB, scenario string, horizon int, choices ...string) *model.Config {
	t.Helper()
	return Checked(t, &model.Config{Scenario: scenariotest.Preset(scenario), Horizon: horizon, Epsilon: .5, Seed: 1}, choices...)
}

// Opened configures learners in a scenario up to its own horizon.
func Opened(t testing.TB, scenario, channel string, epsilon float64, choices ...string) *model.Config {
	t.Helper()
	s := scenariotest.Preset(scenario)
	return Checked(t, &model.Config{Scenario: s, Horizon: s.Horizon, Epsilon: epsilon, Channel: channel, Seed: 1}, choices...)
}

// Choose parses a learner as in a flag.
func Choose(text string) learners.Spec { return param.Must(learners.ParseSpec(text)) }

// Checked returns a configuration with these learners.
func Checked(t testing.TB, c *model.Config, choices ...string) *model.Config {
	t.Helper()
	own := *c
	own.Learners = param.Map(choices, Choose)
	if err := own.Check(); err != nil {
		t.Fatal(err)
	}
	return &own
}

// Suitable lists every learner that can play the scenario.
func Suitable(scenario string) []string {
	s := scenariotest.Preset(scenario)
	var ids []string
	for _, d := range learners.All() {
		if model.Suits(d, s) == nil {
			ids = append(ids, d.ID)
		}
	}
	return ids
}

// EveryLearner returns configurations with all learners that can play a scenario of their family,
// one scenario of each kind.
func EveryLearner(t testing.TB, horizon int) []*model.Config {
	t.Helper()
	variants := map[string][]string{
		"ww-det,K=5,losses=even": {"rnm-ftnl,resample=1", "rnm-ftnl,noise=gumbel,resample=1", "rnm-ftnl,noise=exponential"},
		"chh-synthetic":          {"dpucb-mat,init=paper", "cts,prior=beta"},
	}
	var all []*model.Config
	for _, scenario := range []string{"hhmh-1", "ww-det,K=5", "ww-det,K=5,losses=even", "doubling-gap", "chh-synthetic", "jzl-20", "gaj-switch"} {
		ids := append(Suitable(scenario), variants[scenario]...)
		for len(ids) > 0 {
			some := ids[:min(model.MaxLearners, len(ids))]
			all, ids = append(all, Config(t, scenario, horizon, some...)), ids[len(some):]
		}
	}
	return all
}
