package model

import (
	"fmt"
	"testing"
)

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
