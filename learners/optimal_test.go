package learners_test

import (
	"slices"
	"testing"

	"regretscope/model"
	"regretscope/scenarios"
)

func init() {
	exactTests["optimal"] = "TestOptimalPlaysTheBestOfEveryPhase"
	roundLines["optimal"] = []string{"1"}
}

// The optimal policy plays the best arm or basis of every phase from its first round on, and has regret exactly 0.
func TestOptimalPlaysTheBestOfEveryPhase(t *testing.T) {
	const horizon = 3000
	for name, s := range map[string]*scenarios.Scenario{
		"one phase": bernoulliArms(.2, .7, .7, .1),
		"switches":  preset("gaj-switch,length=500"),
		"a matroid": preset("chh-synthetic"),
	} {
		run := model.NewRun(configure(t, s, "optimal", 1, horizon), 0)
		for round := 1; round <= horizon; round++ {
			run.Advance(1)
			phase, _ := s.PhaseAt(round)
			if !slices.Equal(run.Play(), phase.Best) {
				t.Fatalf("%s, round %d: %v is played, %v is best", name, round, run.Play(), phase.Best)
			}
		}
		if run.Regret() != 0 {
			t.Errorf("%s: regret %v", name, run.Regret())
		}
	}
}
