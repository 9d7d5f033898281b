package audit

import (
	"context"
	"testing"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/scenarios"
)

func BenchmarkVerdict(b *testing.B) {
	for _, scenario := range []string{"ww-det", "ww-det,K=1000"} {
		b.Run(scenario, func(b *testing.B) {
			s, err := scenarios.Open(scenario, "")
			if err != nil {
				b.Fatal(err)
			}
			c := &model.Config{Scenario: s, Learners: []learners.Spec{parseSpec(b, "rnm-ftnl")}, Horizon: s.Horizon, Epsilon: 1}
			for b.Loop() {
				c.Verdict(0)
			}
		})
	}
}

// One audit at its default size, search and all.
func BenchmarkAudit(b *testing.B) {
	for _, id := range []string{"rnm-ftnl,scale=1", "anytime-lazy-ucb", "dpucb-mat"} {
		b.Run(id, func(b *testing.B) {
			a := auditOf(b, parseSpec(b, id), 1, DefaultRuns, DefaultConfidence)
			for b.Loop() {
				if _, err := a.Run(context.Background(), nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
