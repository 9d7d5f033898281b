package model

import (
	"fmt"
	"testing"

	"regretscope/scenarios"
	"regretscope/scenarios/scenariotest"
)

// BenchmarkRounds plays every learner for ordinary bandits on K Bernoulli arms with means evenly
// spaced from .75 down to .25; an operation is one round.
func BenchmarkRounds(b *testing.B) {
	for _, id := range suitable("hhmh-1") {
		for _, arms := range []int{5, 20, 100} {
			b.Run(fmt.Sprintf("%s/K=%d", id, arms), func(b *testing.B) {
				c := checked(b, &Config{Scenario: scenariotest.EvenlySpaced(arms), Horizon: scenarios.MaxHorizon, Epsilon: .5, Seed: 1}, id)
				r := NewRun(c, 0)
				b.ReportAllocs()
				b.ResetTimer()
				r.Advance(b.N)
			})
		}
	}
}
