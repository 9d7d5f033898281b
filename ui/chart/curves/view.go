// Package curves says what the chart of the run screen can show: each view is a file that
// registers it, with sources that make lines from a snapshot. A new view is one more file,
// and no other changes.
package curves

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"regretscope/model"
	"regretscope/model/theory"
	"regretscope/noise/param"
	"regretscope/noise/privacy"
	"regretscope/ui/chart"
	"regretscope/ui/chart/overlay"
	"regretscope/ui/kit"
)

// An Input is what the lines of a chart are made from.
type Input struct {
	Shot   *model.Snapshot
	Focus  int // the learner that the person looks at
	Arm    int // the arm that the person looks at, or −1
	Rounds chart.Axis
	// Measure is how privacy is measured, and Audited what the focused learner loses in
	// a whole run; nil if unknown.
	Measure privacy.Measure
	Audited privacy.Mechanism
	// LogValues says that the axis of values is logarithmic.
	LogValues bool
	// Hidden says that what no learner sees is not to be shown: means, what is best,
	// regret, changes; and Alone that only the focused learner is.
	Hidden, Alone bool
	// Guided says that a lesson has the keys that play rounds.
	Guided bool
	// Overlay is what is laid over a picture of regret, Theory what is known of the
	// focused learner's, if it is Known already.
	Overlay overlay.Mode
	Theory  []theory.Curve
	Known   bool
	Fan     []Variant // by increasing value
}

// A Variant is the focused learner at another value of its privacy parameter, which its name
// says.
type Variant struct {
	Name    string
	Learner *model.LearnerState
}

// A Source adds some lines or bands to a chart.
type Source func(in Input, c *chart.Chart)

// A View is one thing that the chart can show.
type View struct {
	Order   int // its place among the views, in steps of ten
	Title   string
	Titled  func(in Input) string // its title where that depends on what is chosen; may be nil
	Remark  string                // what one must know to read it; may be empty
	Exists  func(in Input) bool   // whether there is anything to see for these learners; nil: always
	Tells   bool                  // it shows what no learner knows
	OfArms  bool                  // its lines are the arms of the focused learner, from round 1 on
	Sources []Source
	Bounds  *[2]float64          // of the values' axis; nil: as the lines need it
	Floor   bool                 // the values' axis begins at 0
	Shows   overlay.Quantity     // what overlays there may be of, or 0
	Format  func(float64) string // of values beside names; nil: kit.Measured
	Empty   string               // what to say when there is nothing to see, even after round 1
}

var views []*View

// register enters a view; files call it from init, so that a new view touches no
// other file.
func register(v *View) {
	views = append(views, v)
	slices.SortFunc(views, func(a, b *View) int { return cmp.Compare(a.Order, b.Order) })
}

// First returns the view that a person meets first.
func First() *View { return views[0] }

// Next returns the view after this one that has something to show, before it for
// negative steps.
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
	return v.Tells && in.Hidden
}

// Instead returns the view itself, or the first one that may be shown if this one shows what is
// hidden.
func (v *View) Instead(in Input) *View {
	if v.hides(in) {
		return views[len(views)-1].Next(in, 1)
	}
	return v
}

func fourDecimals(x float64) string { return kit.Fixed(x, 4) }

// Chart makes the view's chart from a snapshot, and says what is laid over it.
func (v *View) Chart(in Input) (c *chart.Chart, captions []string) {
	c = &chart.Chart{
		X:   in.Rounds,
		Y:   chart.Axis{Name: v.TitleOf(in), Log: in.LogValues, Floor: v.Floor, Format: v.Format},
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
	return c, v.overlay(in, c, in.Overlay)
}

// Modes returns the overlays that have something to show, off first.
func (v *View) Modes(in Input) []overlay.Mode {
	modes := []overlay.Mode{overlay.Off}
	for m := overlay.Off.Next(); m != overlay.Off; m = m.Next() {
		var c chart.Chart
		if v.overlay(in, &c, m); len(c.Lines) > 0 {
			modes = append(modes, m)
		}
	}
	return modes
}

// overlay lays a mode over the chart, and says what its lines claim.
func (v *View) overlay(in Input, c *chart.Chart, m overlay.Mode) (captions []string) {
	if v.Shows == 0 || m == overlay.Off || in.Shot.Round == 0 {
		return nil
	}
	p := &overlay.Picture{Of: v.Shows, Log: in.Rounds.Log, Round: in.Shot.Round}
	if !in.Known {
		return []string{overlay.Computing}
	}
	lines, captions := p.Theory(in.Theory, m, in.Shot.Learners[in.Focus].Regret, len(in.Shot.Learners))
	c.Lines = append(c.Lines, lines...)
	return captions
}

// TitleOf returns the title with what is chosen.
func (v *View) TitleOf(in Input) string {
	if v.Titled == nil {
		return v.Title
	}
	return v.Titled(in)
}

// Name returns the title as a word of a command: regret-ln-t.
func (v *View) Name() string { return param.Hyphened(v.Title) }

// Find returns the view with a name; without one the first.
func Find(name string) (*View, error) {
	if name == "" {
		return First(), nil
	}
	return named(name, views)
}

// Named returns the view with a name that has something to show.
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
