package model

import (
	"errors"
	"slices"
	"testing"

	"regretscope/scenarios"
)

// Values at a limit are accepted and values beyond it refused before any simulation.
func TestLimits(t *testing.T) {
	reported := func(n int) []int {
		at := make([]int, n)
		for i := range at {
			at[i] = i + 1
		}
		return at
	}
	limits := map[string]struct {
		at  int
		set func(e *Experiment, n int)
	}{
		"runs":            {MaxRuns, func(e *Experiment, n int) { e.Runs = n }},
		"workers":         {MaxWorkers, func(e *Experiment, n int) { e.Workers = n }},
		"reported rounds": {MaxReported, func(e *Experiment, n int) { e.At = reported(n) }},
		"grid points":     {MaxSeries, func(e *Experiment, n int) { e.Points = slices.Repeat(e.Points, n) }},
		"learners":        {MaxLearners, func(e *Experiment, n int) { e.Points[0].Learners = slices.Repeat(e.Points[0].Learners, n) }},
		"horizon":         {scenarios.MaxHorizon, func(e *Experiment, n int) { e.Points[0].Horizon = n }},
	}
	for name, limit := range limits {
		t.Run(name, func(t *testing.T) {
			for past := range 2 {
				e := &Experiment{Points: []*Config{config(t, "hhmh-1", 2000, "ucb1")}, Runs: 1, At: []int{1}, Workers: 1}
				limit.set(e, limit.at+past)
				if err := errors.Join(e.Points[0].Check(), e.Check()); (err == nil) != (past == 0) {
					t.Errorf("%s: %d: %v", name, limit.at+past, err)
				}
			}
		})
	}
}
