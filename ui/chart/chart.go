// Package chart describes lines over rounds as plain data and draws them as text: it
// samples them at the plot's columns, chooses scales that stand still for a while, has
// asciigraph plot them, and writes names and values at their ends.
package chart

import (
	"iter"
	"math"

	"regretscope/ui/kit"
)

// A Chart is what is to be drawn, on a terminal or elsewhere: nothing in it
// depends on the size of the picture or on what it is made of.
type Chart struct {
	Rounds Axis
	Values Axis
	Lines  []Line // later ones are drawn over earlier ones
	Bands  []Band // drawn below all lines
	Marks  []int  // rounds at which the environment changed
	Spots  []Spot // drawn above all lines

	Round  int // the present round: lines end there
	Limit  int // the last round there will be
	Cursor int // the round whose values stand beside the names; 0: the present one

	Empty string // what to say while there is no value
}

// An Axis is what is asked of one.
type Axis struct {
	Log bool // logarithmic; around 0, values are linear and negative ones mirrored
	// Low and High are the range that is shown, whatever the lines are; where they
	// are equal, the range is that of the lines.
	Low, High float64
	Floor     bool // the axis starts at 0 if nothing is below it
	// Step is what one round stands for on an axis of rounds that shows something
	// else, whose name is Name; 0: the axis shows rounds.
	Step float64
	Name string
	// Format writes a value beside a name; nil is kit.Measured.
	Format func(float64) string
}

// Fixed reports whether the range does not depend on the lines.
func (a *Axis) Fixed() bool { return a.Low < a.High }

// A Line is one quantity over time.
type Line struct {
	Name     string // stands at the line's end with its value; empty for a line without
	Spare    int    // where there is no room for all names, those of the most spare go first
	Series   int    // chooses colour and stroke; Neutral for those of the axes
	Selected bool   // drawn above the others
	Guide    bool   // drawn below the others, and no value of its own for a chart to begin with
	Dotted   bool
	Ahead    bool // goes on behind the present round
	Held     bool // a value holds until the next point, however far that is

	AtCursor *float64 // its value at the cursor, where that is known better than by Points

	// Points are rounds, in increasing order, with values. Between rounds that
	// follow each other the value holds; over a wider gap the line is straight,
	// unless it is Held. What is not finite leaves a gap.
	Points Points
}

// Neutral is the Series of a line in the colour of the axes.
const Neutral = -1

// Points are rounds in increasing order with values.
type Points = iter.Seq2[int, float64]

// A Band is the area between two lines.
type Band struct {
	Name      string
	Series    int
	Selected  bool
	Solid     bool // a part of a whole; otherwise what is below is seen through it
	Low, High Points
}

// Const are the points of a line that stands at one value from round 1 on.
func Const(value float64, until int) Points {
	return func(yield func(int, float64) bool) {
		_ = yield(1, value) && yield(max(until, 1), value)
	}
}

// At is the line's value at a round: that of its newest point, or one between
// two points; NaN before the first.
func (l *Line) At(round int) float64 { return valueAt(l.Points, l.Held, round) }

func valueAt(points Points, held bool, round int) float64 {
	t0, v0 := 0, math.NaN()
	for t, v := range points {
		if t > round {
			if !held && t-t0 > 1 && kit.Finite(v) && kit.Finite(v0) {
				return v0 + (v-v0)*float64(round-t0)/float64(t-t0)
			}
			break
		}
		t0, v0 = t, v
	}
	return v0
}

// order is the order of drawing: guides first, the selected line last.
func (c *Chart) order() []int {
	order := make([]int, 0, len(c.Lines))
	for pass := range 3 {
		for i := range c.Lines {
			if l := &c.Lines[i]; (pass == 0) == l.Guide && (pass == 2) == (l.Selected && !l.Guide) {
				order = append(order, i)
			}
		}
	}
	return order
}

// Ordered are the lines in the order of drawing: guides first, the selected line
// last.
func (c *Chart) Ordered() []*Line {
	var lines []*Line
	for _, i := range c.order() {
		lines = append(lines, &c.Lines[i])
	}
	return lines
}
