// Package chart describes lines as plain data, for terminals and files, and draws them as
// text: it samples them at the plot's columns, chooses scales that stand still for a while,
// has asciigraph plot them, and writes names and values at their ends.
package chart

import (
	"math"

	"regretscope/ui/kit"
)

// A Chart is what is to be drawn, on a terminal or in a file: nothing in it
// depends on the size of the picture or on what it is made of.
type Chart struct {
	Title string // of a picture in a file; a screen has its own
	X, Y  Axis
	Lines []Line // later ones are drawn over earlier ones
	Bands []Band // drawn below all lines
	Marks []int  // rounds at which the environment changed
	Spots []Spot // drawn above all lines
	// Heat is a value for each of Y's names, for each of X's, in place of lines;
	// NaN is unknown. Terminals do not draw it.
	Heat [][]float64

	End    float64 // lines end there, at the present round
	Limit  float64 // the last x there will be
	Cursor float64 // the x whose values stand beside the names, unless AtEnd is set; 0: End
	AtEnd  bool    // End's values stand there

	Empty string // what to say while there is no value
}

// An Axis is what one of a chart's axes shows.
type Axis struct {
	Symbol string // ε; an X axis without one counts rounds
	Name   string // what the symbol stands for; files have it beside the axis
	Unit   string
	Log    bool // logarithmic; on a terminal values around 0 are linear and negative ones mirrored
	// Low and High are the range that is shown, whatever the lines are; where they
	// are equal, the range is that of the lines.
	Low, High float64
	Floor     bool     // the axis starts at 0 if nothing is below it
	Names     []string // in place of the numbers 0, 1, 2, …; in files
	// Format writes a value beside a name; nil is kit.Measured.
	Format func(float64) string
}

// Fixed reports whether the range does not depend on the lines.
func (a *Axis) Fixed() bool { return a.Low < a.High }

// A Line is one quantity over x.
type Line struct {
	Name     string // stands at the line's end with its value; empty for a line without
	Spare    int    // where there is no room for all names, those of the most spare go first
	Series   int    // chooses color and stroke; Neutral for those of the axes
	Selected bool   // drawn above the others
	Guide    bool   // drawn below the others, and no value of its own for a chart to begin with
	Dotted   bool
	Marked   bool // its points were measured, and files show them
	Solid    bool // drawn without dashes in a file, where something else distinguishes lines
	Held     bool // a value holds until the next point, however far that is

	AtCursor *float64 // its value at the cursor, where that is known better than by Points

	// Points are in increasing order of X. Between them the line is straight, unless
	// it is Held or they are rounds that follow each other. What is not finite leaves
	// a gap.
	Points []Point
}

// Neutral is the Series of a line in the color of the axes.
const Neutral = -1

// A Point of a line.
type Point struct{ X, Y float64 }

// A Band is the area between two lines.
type Band struct {
	Name      string
	Series    int
	Selected  bool
	Solid     bool    // a part of a whole; otherwise what is below is seen through it
	Low, High []Point // at the same places
}

// Const returns the points of a line that stands at one value from round 1 on.
func Const(value, until float64) []Point { return []Point{{1, value}, {max(until, 1), value}} }

// At returns the line's value at a place: that of its newest point, or one between
// two points; NaN before the first.
func (l *Line) At(x float64) float64 { return valueAt(l.Points, l.Held, x) }

func valueAt(points []Point, held bool, x float64) float64 {
	before := Point{0, math.NaN()}
	for _, p := range points {
		if p.X > x {
			if !held && kit.Finite(p.Y) && kit.Finite(before.Y) {
				return before.Y + (p.Y-before.Y)*(x-before.X)/(p.X-before.X)
			}
			break
		}
		before = p
	}
	return before.Y
}

// Order returns the order in which lines are drawn: guides first, the selected line last.
func (c *Chart) Order() []int {
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
