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
				choice, err := learners.ParseSpec(id)
				if err != nil {
					b.Fatal(err)
				}
				c := &Config{
					Scenario: evenlySpaced(b, arms), Learners: []learners.Spec{choice},
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

// BenchmarkWindows plays windowed learners in steady state, t ≥ w, on five arms:
// a round must not cost more in a longer window. An operation is one round.
func BenchmarkWindows(b *testing.B) {
	for _, id := range []string{"sw-klucb-cf", "sw-ts-cf", "sw-ucb"} {
		for _, w := range []int{100, 1000, 10_000, 100_000} {
			b.Run(fmt.Sprintf("%s/w=%d", id, w), func(b *testing.B) {
				benchmarkRounds(b, "gaj-switch,L=1000,length=10000000", fmt.Sprintf("%s,w=%d", id, w), w)
			})
		}
	}
}

// BenchmarkLocal plays the local learners on JZL's twenty arms, from round
// 1000 on.
func BenchmarkLocal(b *testing.B) {
	for _, id := range []string{"ts-ldp-b", "ucb-ldp-b", "ucb-ldp-l", "kl-ucb-cf", "ts-cf", "glr-klucb-cf", "d-ucb"} {
		b.Run(id, func(b *testing.B) { benchmarkRounds(b, "jzl-20", id, 1000) })
	}
}

func benchmarkRounds(b *testing.B, scenario, learner string, after int) {
	b.Helper()
	run := NewRun(opened(b, scenario, "", 1, learner), 0)
	run.Advance(after)
	b.ReportAllocs()
	b.ResetTimer()
	run.Advance(b.N)
}
