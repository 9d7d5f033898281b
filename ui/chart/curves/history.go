package curves

import (
	"slices"

	"regretscope/model"
	"regretscope/ui/chart"
)

// history returns the recorded samples of a learner and the present one.
func history(in Input, view *model.LearnerState, value func(*model.Sample) float64) []chart.Point {
	all := samples(in, &view.Curve)
	points := make([]chart.Point, 0, len(all)+1)
	for _, s := range all {
		points = append(points, chart.Point{X: float64(s.Round), Y: value(s)})
	}
	if n := len(all); n == 0 && in.Shot.Round > 0 || n > 0 && all[n-1].Round < in.Shot.Round {
		present := present(in.Shot, view)
		points = append(points, chart.Point{X: float64(in.Shot.Round), Y: value(&present)})
	}
	return points
}

// samples returns the samples for the axis of rounds: all samples for a range of rounds, those at
// growing distances for a logarithmic axis, or the evenly spaced ones. Samples of the first rounds
// precede the evenly spaced ones if these begin later.
func samples(in Input, c *model.Curve) (all []*model.Sample) {
	even, growing := c.Linear, c.Log
	switch {
	case in.Rounds.Fixed():
	case in.Rounds.Log:
		even = nil
	case len(even) > 0:
		if n := slices.IndexFunc(growing, func(s model.Sample) bool { return s.Round >= even[0].Round }); n >= 0 {
			growing = growing[:n]
		}
	}
	for i := range growing {
		all = append(all, &growing[i])
	}
	for i := range even {
		all = append(all, &even[i])
	}
	slices.SortFunc(all, func(a, b *model.Sample) int { return a.Round - b.Round })
	return slices.CompactFunc(all, func(a, b *model.Sample) bool { return a.Round == b.Round })
}

// present returns the sample of the present round.
func present(shot *model.Snapshot, view *model.LearnerState) model.Sample {
	return model.Sample{
		Round: shot.Round, Regret: view.Regret, Return: view.Return,
		CostliestRound: view.CostliestRound, Pulls: view.Pulls, Estimates: view.Estimates,
	}
}

// fan adds a line for each further value of the privacy parameter. If there is no room for all
// names, those of the smallest and the largest value stay longest.
func fan(in Input, c *chart.Chart, value func(*model.Sample) float64) {
	for i, variant := range in.Fan {
		spare := 2
		if i == 0 || i == len(in.Fan)-1 {
			spare = 1
		}
		c.Lines = append(c.Lines, chart.Line{
			Name: variant.Name, Spare: spare, Series: chart.Neutral, Guide: true, Dotted: true,
			Points: history(in, variant.Learner, value),
		})
	}
}

// withLoss is each with the names that say what a learner's privacy is.
func withLoss(value func(*model.Sample) float64) Source {
	return func(in Input, c *chart.Chart) {
		before := len(c.Lines)
		each(value)(in, c)
		for i := range c.Lines[before:] {
			if l := &c.Lines[before+i]; l.Series >= 0 && l.Series < len(in.Names) {
				l.Short, l.Name = l.Name, in.Names[l.Series]
			}
		}
	}
}

// each adds a line per learner, in front of the fan.
func each(value func(*model.Sample) float64) Source {
	return func(in Input, c *chart.Chart) {
		fan(in, c, value)
		for i := range in.Shot.Learners {
			if in.Alone && i != in.Focus {
				continue
			}
			view := &in.Shot.Learners[i]
			c.Lines = append(c.Lines, chart.Line{
				Name: view.Spec.Label(), Series: i, Selected: i == in.Focus,
				Points: history(in, view, value),
			})
		}
	}
}
