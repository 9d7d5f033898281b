// Package chart draws lines over rounds as text: it decimates them to the
// plot's columns, chooses scales that stand still for a while, and has
// asciigraph draw them. What does not belong here: which quantity a line shows,
// and anything that knows learners.
package chart

import (
	"iter"
	"math"
	"strings"

	"github.com/guptarohit/asciigraph"

	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// A Chart is what is to be drawn.
type Chart struct {
	Lines []Line // in the order of the legend; later ones are drawn over earlier ones
	Marks []int  // rounds at which the environment changed
	Round int    // the present round: the axis ends a little behind it
	Limit int    // the last round there will be
	Log   bool   // logarithmic axis of rounds

	Bounded   bool // the axis of values goes from Low to High whatever the values are
	Low, High float64
	Floor     bool // the axis of values starts at 0 if nothing is below it

	Empty string // what to say while there is no value
}

// A Line is one quantity over time.
type Line struct {
	Name     string // for the legend; empty for a line that it leaves out
	Now      string // its present value, for the legend
	Look     theme.Series
	Selected bool
	Guide    bool // drawn below the others, and no value of its own for a chart to begin with

	// Points are rounds, in increasing order, with values; a value holds until
	// the next point. What is not finite leaves a gap.
	Points iter.Seq2[int, float64]
}

// Const are the points of a line that stands at one value from round 1 on.
func Const(value float64, until int) iter.Seq2[int, float64] {
	return func(yield func(int, float64) bool) {
		_ = yield(1, value) && yield(max(until, 1), value)
	}
}

const (
	labelWidth = 8 // of the values' axis
	leftWidth  = labelWidth + 1
	fullHeight = 7 // from which the axis of rounds has its numbers
	minColumns = 8
	minRows    = 2
)

// Draw draws the chart into width times height cells.
func (c *Chart) Draw(t *theme.Theme, width, height int) kit.Block {
	legend := c.legend(t, width, max(1, height/4))
	axis := 1
	if height >= fullHeight {
		axis = 2
	}
	columns, rows := width-leftWidth, height-len(legend)-axis-1
	if columns < minColumns || rows < minRows {
		return kit.Fit(legend, width, height)
	}
	rounds := c.rounds(columns)
	series, any := c.decimate(rounds)
	if !any {
		return kit.Fit(c.nothing(t, legend, width, height), width, height)
	}
	scale := c.scale(series, rows)
	lines := append(legend, c.plot(t, scale, rounds, series)...)
	return kit.Fit(append(lines, rounds.draw(t, c.Marks)[:axis]...), width, height)
}

// plot has asciigraph draw the lines in units of rows, so that its own choice of
// scale has nothing left to choose: it draws exactly rows+1 lines.
func (c *Chart) plot(t *theme.Theme, s scale, rounds roundAxis, series [][]float64) []string {
	marks := rounds.marks(c.Marks, s.rows)
	drawn := make([][]float64, 0, len(series)+len(marks))
	chars := make([]asciigraph.CharSet, 0, cap(drawn))
	inks := make([]theme.Ink, 0, cap(drawn))
	guide := t.Guide()
	// Without caps, a mark is a stroke from top to bottom and nothing else.
	guide.Chars.StartCap, guide.Chars.EndCap = " ", " "
	guide.Chars.ArcUpLeft, guide.Chars.ArcDownRight = guide.Chars.VerticalLine, guide.Chars.VerticalLine
	for _, mark := range marks {
		drawn, chars, inks = append(drawn, mark), append(chars, guide.Chars), append(inks, guide.Ink)
	}
	for _, i := range c.order() {
		for x, v := range series[i] {
			series[i][x] = s.row(v)
		}
		look := c.Lines[i].Look
		drawn, chars, inks = append(drawn, series[i]), append(chars, look.Chars), append(inks, look.Ink)
	}
	graph := asciigraph.PlotMany(
		drawn,
		asciigraph.Height(s.rows), asciigraph.LowerBound(0), asciigraph.UpperBound(float64(s.rows)),
		asciigraph.Offset(2), asciigraph.YAxisValueFormatter(s.label),
		asciigraph.SeriesChars(chars...), asciigraph.SeriesColors(inks...),
		asciigraph.AxisColor(t.Axis()), asciigraph.LabelColor(t.Axis()),
	)
	if t.Colourless() {
		graph = strings.ReplaceAll(graph, asciigraph.Default.String(), "")
	}
	return strings.Split(graph, "\n")
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

func (c *Chart) nothing(t *theme.Theme, legend []string, width, height int) []string {
	lines := append(legend, make([]string, max(0, (height-len(legend))/2-1))...)
	for _, line := range kit.Wrap(c.Empty, width-4, 0) {
		lines = append(lines, kit.Right("", (width-len([]rune(line)))/2)+t.Faint.Render(line))
	}
	return lines
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
