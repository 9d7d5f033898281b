// Package curves says what the chart of the run screen can show: each view is a
// list of sources, each of which makes lines from a snapshot. A new quantity or
// overlay is one more source in a view's list. What does not belong here: how
// lines are drawn, and the computing of any quantity of the simulation.
package curves

import (
	"regretscope/model"
	"regretscope/ui/chart"
	"regretscope/ui/theme"
)

// An Input is what the lines of a chart are made from.
type Input struct {
	Theme *theme.Theme
	Shot  *model.Snapshot
	Focus int  // the learner that the person looks at
	Arm   int  // the arm that the person looks at; −1 for none
	Log   bool // logarithmic axis of rounds
	// Hidden says that what the learner does not see is not to be shown.
	Hidden bool
}

// A Source makes some of a chart's lines.
type Source func(in Input) []chart.Line

// A View is one thing that the chart can show.
type View struct {
	Title   string
	Remark  string // what one must know to read it; may be empty
	OfArms  bool   // its lines are the arms of the focused learner
	Sources []Source
	Bounds  *[2]float64 // of the values' axis; nil: as the lines need it
	Floor   bool        // the values' axis begins at 0
	Empty   string      // what to say when there is nothing to see, even after round 1
}

// All are the views in the order in which a person meets them.
var All = []View{
	{Title: "Regret", Sources: []Source{regret}, Floor: true},
	{Title: "Regret / ln t", Sources: []Source{regretPerLog}, Floor: true, Empty: "this begins at round 2"},
	{Title: "Expected return per round", Sources: []Source{perRound, optimum}},
	{
		Title: "Estimates", Remark: "outside values at the edge", OfArms: true, Sources: []Source{estimates, trueMeans, privatisedMeans}, Bounds: &[2]float64{-0.2, 1.2},
		Empty: "this learner estimates no means",
	},
	{Title: "Share of pulls", OfArms: true, Sources: []Source{shares}, Bounds: &[2]float64{0, 1}},
	{
		Title: "Privacy spent, worst event ε", Sources: []Source{spent, allowed}, Floor: true,
		Empty: "no learner here has released anything: ∞ is a learner that uses rewards as they are",
	},
}

// Chart makes the view's chart from a snapshot.
func (v *View) Chart(in Input) *chart.Chart {
	c := &chart.Chart{
		Marks: in.Shot.Config.Scenario.Breakpoints(),
		Round: in.Shot.Round, Limit: in.Shot.Config.Horizon,
		Log: in.Log, Floor: v.Floor, Empty: v.Empty,
	}
	if in.Shot.Round == 0 {
		c.Empty = "no round has been played yet: space runs, n plays one"
	}
	if v.Bounds != nil {
		c.Bounded, c.Low, c.High = true, v.Bounds[0], v.Bounds[1]
	}
	for _, source := range v.Sources {
		c.Lines = append(c.Lines, source(in)...)
	}
	return c
}
