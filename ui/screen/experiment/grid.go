package experiment

import (
	"math"
	"slices"

	"regretscope/model"
)

// fineness is how many rounds a curve is measured at where nothing forbids it:
// some two a column on both kinds of axis.
const fineness = 400

// reported chooses the rounds to report of an experiment: enough to draw curves
// on a linear and on a logarithmic axis, as far as the limits of experiments
// allow. None leaves the choice to the model.
func reported(c *model.Config, runs int) []int {
	n := min(
		fineness, model.MaxReported,
		model.MaxMeasurements/(len(c.Learners)*runs),
		model.MaxCounts/(len(c.Learners)*c.Scenario.Arms()),
	)
	decades := (&model.Experiment{Points: []*model.Config{c}}).Reported(0)
	if n <= len(decades) {
		return nil
	}
	return grid(decades, c.Horizon, n)
}

// grid is at most n ≥ len(at) rounds up to the horizon: those of at, and half of
// the others evenly spaced on either kind of axis.
func grid(at []int, horizon, n int) []int {
	half := (n - len(at)) / 2
	for i := 1; i <= half; i++ {
		share := float64(i) / float64(half)
		at = append(at,
			max(1, int(math.Round(share*float64(horizon)))),
			int(math.Round(math.Pow(float64(horizon), share))),
		)
	}
	slices.Sort(at)
	return slices.Compact(at)
}
