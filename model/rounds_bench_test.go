package model

import (
	"fmt"
	"strings"
	"testing"

	"regretscope/scenarios"
)

// BenchmarkRounds plays every learner that can play an ordinary bandit, on K
// Bernoulli arms with means evenly spaced from .75 down to .25; an operation is
// one round.
func BenchmarkRounds(b *testing.B) {
	for _, id := range suitable("hhmh-1") {
		for _, arms := range []int{5, 20, 100} {
			b.Run(fmt.Sprintf("%s/K=%d", id, arms), func(b *testing.B) {
				c := checked(b, &Config{Scenario: evenlySpaced(arms), Horizon: scenarios.MaxHorizon, Epsilon: .5, Seed: 1}, id)
				r := NewRun(c, 0)
				b.ReportAllocs()
				b.ResetTimer()
				r.Advance(b.N)
			})
		}
	}
}

// evenlySpaced is a bandit with Bernoulli means from .75 down to .25.
func evenlySpaced(k int) *scenarios.Scenario {
	means := make([]float64, k)
	for j := range means {
		means[j] = .75 - .5*float64(j)/float64(k-1)
	}
	return arms(strings.Trim(fmt.Sprint(means), "[]"), scenarios.Bandit)
}

// BenchmarkRoundsElsewhere plays learners after their first rounds: windowed ones in steady
// state, t ≥ w, where a round must not cost more in a longer window, local ones on JZL's twenty
// arms, and those of bases on CHH's seven and on a hundred movies. An operation is one round.
func BenchmarkRoundsElsewhere(b *testing.B) {
	for _, c := range []struct {
		scenario string
		after    int
		learners []string
	}{
		{"gaj-switch,L=1000,length=10000000", 100_000, []string{
			"sw-klucb-cf,w=100", "sw-klucb-cf,w=100000", "sw-ts-cf,w=100", "sw-ts-cf,w=100000", "sw-ucb,w=100", "sw-ucb,w=100000",
		}},
		{"jzl-20", 1000, []string{"ts-ldp-b", "ucb-ldp-b", "ucb-ldp-l", "kl-ucb-cf", "ts-cf", "glr-klucb-cf", "d-ucb"}},
		{"chh-synthetic", 0, []string{"dpucb-mat", "dpts-mat", "omm", "cts", "cts,prior=beta", "kl-osm", "cucb-dp"}},
		{"movies", 0, []string{"dpucb-mat", "dpts-mat", "omm", "cts", "kl-osm", "cucb-dp"}},
	} {
		for _, id := range c.learners {
			b.Run(c.scenario+"/"+id, func(b *testing.B) {
				run := NewRun(opened(b, c.scenario, "", 1, id), 0)
				run.Advance(c.after)
				b.ReportAllocs()
				b.ResetTimer()
				run.Advance(b.N)
			})
		}
	}
}
