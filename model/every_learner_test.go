package model_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"regretscope/learners"
	"regretscope/model/modeltest"

	"regretscope/model"
	"regretscope/noise/memlimit"
	"regretscope/noise/param"
)

// A replay of a scenario's rewards equals the run on that scenario.
func TestReplaysAreRuns(t *testing.T) {
	for _, c := range modeltest.EveryLearner(t, 300) {
		for i, spec := range c.Learners {
			starter := c.Starter(i)
			rewards := c.Scenario.Rewards(5)
			given := make([]float64, c.Scenario.Arms())
			replay := starter.Replay(5, func(round int) []float64 {
				rewards.Seek(round)
				for j := range given {
					given[j] = rewards.At(j, round)
				}
				return given
			})
			run := starter.Run(5)
			run.Advance(300)
			replay.Advance(300)
			if run.Hash() != replay.Hash() || run.Regret() != replay.Regret() {
				t.Errorf("%s: %s on %s: another run on the same rewards", c.Channel, spec, c.Scenario.Name)
			}
		}
	}
}

// Steps of any sizes play the same.
func TestSlicesChangeNothing(t *testing.T) {
	for _, c := range modeltest.EveryLearner(t, 450) {
		whole, sliced := model.NewSession(c), model.NewSession(c)
		whole.Advance(450)
		for step := 1; !sliced.Done(); step = step%13 + 3 {
			sliced.Advance(step)
		}
		if !slices.Equal(model.Hashes(sliced), model.Hashes(whole)) {
			t.Errorf("%s: %s: slices change what is played", c.Channel, c.Scenario.Name)
		}
	}
}

// A learner that draws random numbers says so.
func TestLearnersAreDrawers(t *testing.T) {
	for _, c := range modeltest.EveryLearner(t, 10) {
		for i, spec := range c.Learners {
			if _, draws := c.Starter(i).Learner(1).(learners.Drawer); draws == spec.NeedsBest {
				t.Errorf("%s is a Drawer: %v", spec.ID, draws)
			}
		}
	}
}

// The estimate is an upper bound: no session of any learners uses more.
func TestSessionsHoldWhatIsEstimated(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine: nothing that the race detector could find")
	}
	for _, c := range modeltest.EveryLearner(t, 2500) {
		before := model.LiveBytes()
		s := model.NewSession(c)
		s.Advance(c.Horizon)
		estimated := model.Estimated(s)
		if held := int(model.LiveBytes() - before); held > estimated {
			t.Errorf("%s: %s: %s held, %s estimated", c.Channel, names(c), memlimit.Format(held), memlimit.Format(estimated))
		}
		runtime.KeepAlive(s)
	}
}

func names(c *model.Config) string {
	return fmt.Sprintf("%s on %s", strings.Join(param.Map(c.Learners, learners.Spec.String), ", "), c.Scenario.Name)
}
