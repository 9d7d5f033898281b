// Package curves says what the chart of the run screen can show: each view is a
// list of sources, each of which makes lines from a snapshot. A new quantity or
// overlay is one more source in a view's list. What does not belong here: how
// lines are drawn, and the computing of any quantity of the simulation.
package curves

import (
	"regretscope/model"
	"regretscope/model/theory"
	"regretscope/ui/chart"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// An Input is what the lines of a chart are made from.
type Input struct {
	Theme *theme.Theme
	Shot  *model.Snapshot
	Focus int  // the learner that the person looks at
	Arm   int  // the arm that the person looks at; −1 for none
	Log   bool // logarithmic axis of rounds
	// LogValues says that the axis of values is logarithmic, too.
	LogValues bool
	// Hidden says that what the learner does not see is not to be shown.
	Hidden bool
	// Overlay is what is laid over a picture of regret, and Theory what is known
	// of the focused learner's, if it is Known already.
	Overlay overlay.Mode
	Theory  []theory.Curve
	Known   bool
}

// A Source makes some of a chart's lines.
type Source func(in Input) []chart.Line

// A View is one thing that the chart can show.
type View struct {
	Title   string
	Remark  string // what one must know to read it; may be empty
	OfArms  bool   // its lines are the arms of the focused learner
	Sources []Source
	Bounds  *[2]float64          // of the values' axis; nil: as the lines need it
	Floor   bool                 // the values' axis begins at 0
	Shows   *overlay.Quantity    // what theory may have to say of; nil: nothing
	Format  func(float64) string // of values beside names; nil: kit.Measured
	Empty   string               // what to say when there is nothing to see, even after round 1
}

// All are the views in the order in which a person meets them.
var All = []View{
	{Title: "Regret", Sources: []Source{regret}, Floor: true, Shows: of(overlay.Regret)},
	{Title: "Regret / ln t", Sources: []Source{regretPerLog}, Floor: true, Shows: of(overlay.RegretPerLog), Empty: "this begins at round 2"},
	{Title: "Expected return per round", Sources: []Source{perRound, optimum}, Shows: of(overlay.Return)},
	{
		Title: "Estimates", Remark: "outside values at the edge", OfArms: true, Sources: []Source{estimates, trueMeans, privatisedMeans}, Bounds: &[2]float64{-0.2, 1.2},
		Format: fourDecimals, Empty: "this learner estimates no means",
	},
	{Title: "Share of pulls", OfArms: true, Sources: []Source{shares}, Bounds: &[2]float64{0, 1}, Format: fourDecimals},
	{
		Title: "Privacy spent, worst event ε", Sources: []Source{spent, allowed}, Floor: true, Format: privacy,
		Empty: "every learner here is at ε = ∞: it adds no noise, or uses rewards as they are",
	},
}

func fourDecimals(x float64) string { return kit.Fixed(x, 4) }

func of(q overlay.Quantity) *overlay.Quantity { return &q }

// overlay makes the lines that theory adds, and notes on what they claim.
func (v *View) overlay(in Input) (lines []chart.Line, notes []string) {
	if v.Shows == nil || in.Overlay == overlay.Off || in.Shot.Round == 0 {
		return nil, nil
	}
	if !in.Known {
		return nil, overlay.Computing(in.Theme)
	}
	p := &overlay.Picture{Theme: in.Theme, Of: *v.Shows, Log: in.Log, Round: in.Shot.Round}
	return p.Theory(in.Theory, in.Overlay, in.Shot.Views[in.Focus].Regret, len(in.Shot.Views))
}

// Chart makes the view's chart from a snapshot, and notes to stand below it.
func (v *View) Chart(in Input) (c *chart.Chart, notes []string) {
	c = &chart.Chart{
		Rounds: chart.Axis{Log: in.Log},
		Values: chart.Axis{Log: in.LogValues, Floor: v.Floor, Format: v.Format},
		Marks:  in.Shot.Config.Scenario.Breakpoints(),
		Round:  in.Shot.Round, Limit: in.Shot.Config.Horizon,
		Empty: v.Empty,
	}
	if in.Shot.Round == 0 {
		c.Empty = "no round has been played yet: space runs, n plays one"
	}
	if v.Bounds != nil {
		c.Values.Low, c.Values.High = v.Bounds[0], v.Bounds[1]
	}
	for _, source := range v.Sources {
		c.Lines = append(c.Lines, source(in)...)
	}
	lines, notes := v.overlay(in)
	c.Lines = append(c.Lines, lines...)
	return c, notes
}
