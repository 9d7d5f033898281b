// Package curves defines the views of the run screen's chart: their titles, and the sources that
// make lines from a snapshot. To add a view, add an entry to views.
package curves

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/model"
	"regretscope/model/theory"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/chart"
	"regretscope/ui/chart/overlay"
)

// An Input is the data from which the lines of a chart are made.
type Input struct {
	Shot   *model.Snapshot
	Names  []string // of the learners in views of regret, with their losses; nil: without
	Focus  int      // the focused learner
	Arm    int      // the chosen arm, or −1
	Rounds chart.Axis
	// LogValues makes the axis of values logarithmic.
	LogValues bool
	// Hidden hides what no learner sees: means, the best arm, regret, changes. Alone hides the other learners.
	Hidden, Alone bool
	// Guided is set if a lesson has the keys that play rounds.
	Guided bool
	// Overlay is drawn over a picture of regret; Theory is the theory of the focused learner's
	// regret, if it is already Known.
	Overlay overlay.Mode
	Theory  []theory.Curve
	Known   bool
	Fan     []Variant // by increasing value
}

// A Variant is the focused learner at another value of its privacy parameter, which is its name.
type Variant struct {
	Name    string
	Learner *model.LearnerState
}

// A Source adds some lines or bands to a chart.
type Source func(in Input, c *chart.Chart)

// A View is one view of the chart.
type View struct {
	Title   string
	Remark  string              // how to read it; may be empty
	Exists  func(in Input) bool // whether these learners have anything to show; nil: always
	Reveals bool                // it shows something that no learner knows
	OfArms  bool                // its lines are the arms of the focused learner, from round 1 on
	Sources []Source
	Bounds  *[2]float64             // of the values' axis; nil: determined by the lines
	Floor   bool                    // the values' axis begins at 0
	Shows   overlay.Quantity        // the quantity for overlays, or 0
	Format  func(float64) string    // of values beside names; nil: number.Value
	Empty   string                  // the text if there is nothing to show, even after round 1
	Lacks   func(in Input) []string // what the focused learner needs to be shown; nil: nothing
}

// views lists the views in the order of the command.
var views = []*View{
	{
		Title: "Regret", Reveals: true, Sources: []Source{withLoss(func(s *model.Sample) float64 { return s.Regret })},
		Floor: true, Shows: overlay.Regret,
	},
	// It is flat for a learner with logarithmic regret.
	{
		Title: "Regret / ln t", Reveals: true, Floor: true, Shows: overlay.RegretPerLog, Empty: "this begins at round 2",
		Sources: []Source{withLoss(func(s *model.Sample) float64 { return overlay.PerLog(s.Round, s.Regret) })},
	},
	{
		Title: "Price of privacy", Reveals: true, Remark: "regret beyond that of the counterpart without privacy",
		Exists: func(in Input) bool { return len(withCounterpart(in.Shot)) > 0 }, Sources: []Source{price}, Floor: true, Lacks: counterpart,
		Empty: "this needs a learner and its counterpart without privacy, such as lazy-dp-ts and thompson",
	},
	{
		Title: "Expected return per round", Reveals: true, Shows: overlay.Return, Format: fourDecimals,
		Sources: []Source{each(func(s *model.Sample) float64 { return s.Return }), optimum},
	},
	// It approaches the return above as the estimates improve, and uses only what the learners know.
	{
		Title: "Estimated return per round", Remark: "by each learner’s own estimates", Format: fourDecimals,
		Exists: func(in Input) bool {
			return slices.ContainsFunc(in.Shot.Learners, func(v model.LearnerState) bool {
				now := present(in.Shot, &v)
				return in.Shot.Round == 0 || !math.IsNaN(now.EstimatedReturn())
			})
		},
		Sources: []Source{each((*model.Sample).EstimatedReturn)},
	},
	{
		Title: "Estimates", Remark: "clipped at the edges", OfArms: true,
		Exists: func(in Input) bool {
			known := func(x float64) bool { return !math.IsNaN(x) }
			return in.Shot.Round == 0 || slices.ContainsFunc(in.Shot.Learners[in.Focus].Estimates, known)
		},
		Sources: []Source{estimates, trueMeans, privatizedMeans}, Bounds: &[2]float64{-0.2, 1.2},
		Format: fourDecimals, Empty: "this learner estimates no means",
	},
	{
		Title: "Share of pulls", OfArms: true, Sources: []Source{shares},
		Bounds: &[2]float64{0, 1}, Format: fourDecimals,
	},
	{
		Title: "Pulls over time", OfArms: true, Sources: []Source{stack},
		Bounds: &[2]float64{0, 1}, Format: fourDecimals,
		Empty: "no rounds played yet: space runs, n plays one",
	},
	{
		Title: "Privacy spent, costliest round ε", Floor: true, Format: number.Loss,
		Exists: func(in Input) bool { // a learner with a finite loss
			return slices.ContainsFunc(in.Shot.Learners, func(v model.LearnerState) bool { return !math.IsInf(v.CostliestRound, 1) })
		},
		Sources: []Source{each(func(s *model.Sample) float64 { return s.CostliestRound }), allowed},
		Empty:   "every learner here has ε = ∞: no noise, normal noise, or raw rewards",
	},
}

// First returns the first view that the run screen shows.
func First() *View { return views[0] }

// Next returns the next view with something to show, or the previous one for negative steps.
func (v *View) Next(in Input, steps int) *View {
	at := slices.Index(views, v)
	for range views {
		at = (at + steps + len(views)) % len(views)
		if next := views[at]; next.has(in) {
			return next
		}
	}
	return v
}

func (v *View) has(in Input) bool {
	return !v.hides(in) && (v.Exists == nil || v.Exists(in))
}

func (v *View) hides(in Input) bool {
	return v.Reveals && in.Hidden
}

// Instead returns the view, or the first visible view if this one shows hidden values.
func (v *View) Instead(in Input) *View {
	if v.hides(in) {
		return views[len(views)-1].Next(in, 1)
	}
	return v
}

func fourDecimals(x float64) string { return number.Mean(x) }

// Chart returns the view's chart of a snapshot, and describes its overlay.
func (v *View) Chart(in Input) (c *chart.Chart, captions []string) {
	c = &chart.Chart{
		X:   in.Rounds,
		Y:   chart.Axis{Name: v.Title, Log: in.LogValues, Floor: v.Floor, Format: v.Format},
		End: float64(in.Shot.Round), Limit: float64(in.Shot.Config.Horizon),
		Empty: v.Empty,
	}
	if !in.Hidden {
		c.Marks = in.Shot.Config.Scenario.Breakpoints()
	}
	if v.Bounds != nil {
		c.Y.Low, c.Y.High = v.Bounds[0], v.Bounds[1]
	}
	if in.Shot.Round == 0 {
		c.Empty = "no rounds played yet"
		if !in.Guided {
			c.Empty += ": space runs, n plays one"
		}
	}
	if v.hides(in) {
		return c, nil
	}
	if !(v.OfArms && in.Shot.Round == 0) {
		for _, source := range v.Sources {
			source(in, c)
		}
	}
	if captions, _ = v.overlay(in, c, in.Overlay); v.Lacks != nil {
		captions = append(captions, v.Lacks(in)...)
	}
	return c, captions
}

// Modes returns the overlays with something to show, off first.
func (v *View) Modes(in Input) []overlay.Mode {
	modes := []overlay.Mode{overlay.Off}
	for m := overlay.Off.Next(); m != overlay.Off; m = m.Next() {
		if _, found := v.overlay(in, new(chart.Chart), m); found {
			modes = append(modes, m)
		}
	}
	return modes
}

// overlay draws a mode over the chart, and returns what it claims and whether that is anything.
func (v *View) overlay(in Input, c *chart.Chart, m overlay.Mode) (captions []string, found bool) {
	if v.Shows == 0 || m == overlay.Off || in.Shot.Round == 0 {
		return nil, false
	}
	p := &overlay.Picture{Of: v.Shows, Log: in.Rounds.Log, Round: in.Shot.Round, Regret: in.Shot.Learners[in.Focus].Regret}
	if !in.Known {
		return []string{overlay.Computing}, false
	}
	lines, captions, found := p.Theory(in.Theory, m, len(in.Shot.Learners))
	c.Lines = append(c.Lines, lines...)
	if floor, ok := theory.Highest(in.Theory, p.Round); ok && m == overlay.Bounds {
		captions = slices.Insert(captions, 0, timesFloor(in, floor))
	}
	return captions, found
}

// Compares reports whether the view compares the learners' regret.
func (v *View) Compares() bool { return v.Shows == overlay.Regret || v.Shows == overlay.RegretPerLog }

// Name returns the title as an argument of a command: regret-ln-t.
func (v *View) Name() string { return param.Hyphened(v.Title) }

// Find returns the view with a name; an empty name is the first view.
func Find(name string) (*View, error) {
	if name == "" {
		return First(), nil
	}
	return named(name, views)
}

// Named returns the view with a name if it has something to show.
func Named(name string, in Input) (*View, error) {
	return named(name, slices.DeleteFunc(slices.Clone(views), func(v *View) bool { return !v.has(in) }))
}

func named(name string, among []*View) (*View, error) {
	var names []string
	for _, v := range among {
		names = append(names, v.Name())
		if v.Name() == name {
			return v, nil
		}
	}
	return nil, fmt.Errorf("view %s: must be one of %s", name, strings.Join(names, ", "))
}

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
		defer fan(in, c, value)
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
