package model

import (
	"fmt"
	"testing"

	"regretscope/learners"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
)

// BenchmarkRounds plays every learner that can play an ordinary bandit, on K
// Bernoulli arms with means evenly spaced from .75 down to .25; an operation is
// one round.
func BenchmarkRounds(b *testing.B) {
	for _, id := range suitable(b, "hhmh-1") {
		for _, arms := range []int{5, 20, 100} {
			b.Run(fmt.Sprintf("%s/K=%d", id, arms), func(b *testing.B) {
				choice, err := learners.ParseChoice(id)
				if err != nil {
					b.Fatal(err)
				}
				c := &Config{
					Scenario: evenlySpaced(b, arms), Learners: []learners.Choice{choice},
					Horizon: scenarios.MaxHorizon, Epsilon: .5, Seed: 1,
				}
				if err := c.Check(); err != nil {
					b.Fatal(err)
				}
				r := NewRun(c, 0)
				b.ReportAllocs()
				b.ResetTimer()
				r.Advance(b.N)
			})
		}
	}
}

// evenlySpaced is a bandit with Bernoulli means from .75 down to .25.
func evenlySpaced(b *testing.B, arms int) *scenarios.Scenario {
	b.Helper()
	laws := make([]arm.Distribution, arms)
	for j := range laws {
		law, err := arm.NewBernoulli(.75 - .5*float64(j)/float64(arms-1))
		if err != nil {
			b.Fatal(err)
		}
		laws[j] = law
	}
	s, err := scenarios.FromArms("evenly spaced", laws, scenarios.Bandit)
	if err != nil {
		b.Fatal(err)
	}
	return s
}
