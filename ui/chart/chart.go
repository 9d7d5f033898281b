// Package chart describes charts as plain data, for terminals and files, and draws them as
// text: it samples lines at the columns of the plot, chooses scales that change rarely, lets
// asciigraph plot the lines, and writes names and values at their ends.
package chart

import (
	"cmp"
	"io"
	"math"
	"slices"
	"strconv"

	"regretscope/model/trials"
	"regretscope/noise/files"
	"regretscope/noise/number"
)

// A Chart is the content of a picture, on a terminal or in a file. It does not depend on the
// size of the picture or on characters.
type Chart struct {
	Title string // in a file; a screen has its own
	X, Y  Axis
	Lines []Line // later ones are drawn over earlier ones
	Bands []Band // drawn below all lines
	Marks []int  // rounds at which the environment changed
	Spots []Spot // drawn above all lines
	// Heat has a value for each of Y's names and each of X's, instead of lines; NaN is unknown.
	// Terminals do not draw it.
	Heat [][]float64

	End    float64 // lines end there, at the present round
	Limit  float64 // the last possible x
	Cursor float64 // the x whose values are shown beside the names, unless AtEnd is set; 0: End
	AtEnd  bool    // show the values at End

	Large bool // drawn for the back row, on a terminal
	Room  int  // rows for a legend in large letters

	Empty string // the text shown while there is no value
}

// An Axis is an axis of a chart.
type Axis struct {
	Symbol string // such as ε; an X axis without one counts rounds
	Name   string // the meaning of the symbol; files show it beside the axis
	Unit   string
	Log    bool // logarithmic; on a terminal values around 0 are linear and negative ones mirrored
	// Low and High are the range shown, regardless of the lines; if they are equal, the lines determine the range.
	Low, High float64
	Floor     bool     // the axis starts at 0 if nothing is below it
	Whole     bool     // only whole numbers have ticks in files, as on an axis that counts rounds
	Names     []string // instead of the numbers 0, 1, 2, …; in files
	// Format formats the value beside a name; nil is kit.Measured.
	Format func(float64) string
}

// A Range is the part of an axis that is shown.
type Range struct{ Low, High float64 }

// Fixed reports whether the range does not depend on the lines.
func (a *Axis) Fixed() bool { return a.Low < a.High }

// A Line is one quantity over x.
type Line struct {
	Name     string // shown at the line's end with its value; empty: not shown
	Short    string // in a legend that has no room for Name; empty: Name, shortened
	Spare    int    // if there is no room for all names, the largest are dropped first
	Series   int    // determines color and stroke; Neutral for those of the axes
	Selected bool   // drawn above the others
	Guide    bool   // drawn below the others; the chart counts as empty if all lines are guides
	Dotted   bool
	Stroke   int  // its place in a chart that is drawn as a file; determines the stroke of guides
	Marked   bool // its points are measurements, and files mark them
	Solid    bool // drawn without dashes in a file, if something else tells lines apart
	Held     bool // a value holds until the next point, however far away

	AtCursor *float64 // its value at the cursor, if it is known better than from Points

	// Points are in increasing order of X. Between them the line is straight, unless it is Held
	// or the points are consecutive rounds. Values that are not finite leave a gap.
	Points []Point
}

// Neutral is the Series of a line in the color of the axes.
const Neutral = -1

// A Point is a point of a line.
type Point struct{ X, Y float64 }

// A Band is the area between two lines.
type Band struct {
	Name      string
	Series    int
	Selected  bool
	Solid     bool    // part of a whole; otherwise transparent
	Low, High []Point // at the same x
}

// Const returns the points of a line with one value from round 1 on.
func Const(value, until float64) []Point { return []Point{{1, value}, {max(until, 1), value}} }

// At returns the line's value at x: that of its newest point, or interpolated; NaN before the first point.
func (l *Line) At(x float64) float64 { return valueAt(l.Points, l.Held, x) }

func valueAt(points []Point, held bool, x float64) float64 {
	before := Point{0, math.NaN()}
	for _, p := range points {
		if p.X > x {
			if !held && number.Finite(p.Y) && number.Finite(before.Y) {
				return before.Y + (p.Y-before.Y)*(x-before.X)/(p.X-before.X)
			}
			break
		}
		before = p
	}
	return before.Y
}

// Order returns the drawing order of lines: guides first, the selected line last.
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

// WriteCSV writes the chart as comma-separated values: the places on the x axis and the values there of each named
// line, of both edges of each named band, and of spots. Values of lines and bands that are not finite are left out.
func (c *Chart) WriteCSV(w io.Writer, by *trials.Made) error {
	rows := [][]string{{"line", cmp.Or(c.X.Symbol, "t"), "value", "fingerprint"}}
	row := func(name string, at Point) {
		x := number.Float(at.X).String()
		if number.Finite(at.X) { // no exponents in rounds
			x = strconv.FormatFloat(at.X, 'f', -1, 64)
		}
		rows = append(rows, []string{name, x, number.Float(at.Y).String(), by.Fingerprint})
	}
	add := func(name string, points []Point) {
		for _, at := range points {
			if at.X <= c.End && (!c.X.Fixed() || at.X >= c.X.Low && at.X <= c.X.High) && number.Finite(at.Y) {
				row(name, at)
			}
		}
	}
	for i := range c.Lines {
		if l := &c.Lines[i]; l.Name != "" {
			add(l.Name, l.Points)
		}
	}
	for i := range c.Bands {
		if b := &c.Bands[i]; b.Name != "" {
			add(b.Name+", lower edge", b.Low)
			add(b.Name+", upper edge", b.High)
		}
	}
	for _, s := range c.Spots {
		row(s.Name, Point{s.X, s.Y})
	}
	return files.WriteCSV(w, slices.Values(rows))
}
