package chart

import (
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

const (
	labelWidth = 7 // of the values' axis
	leftWidth  = labelWidth + 1
	fullHeight = 7 // from which the x axis has its numbers
	minColumns = 8
	minRows    = 2
)

// row returns one line of the plot with the number before it.
func (c *Chart) row(t *theme.Theme, s *scale, plot *cells, row int) string {
	var b strings.Builder
	tick := "┤"
	if t.Charset == theme.ASCII {
		tick = "|"
	}
	label := s.label(row)
	if len([]rune(label)) < labelWidth {
		label += " "
	}
	b.WriteString(t.Faint.Render(kit.Right(ansi.Truncate(label, labelWidth, theme.Ellipsis), labelWidth) + tick))
	plot.line(&b, s.rows-row, !t.Colorless())
	return b.String()
}

// paint draws the plot's cells: bands, and on top of them the plot of asciigraph.
func (c *Chart) paint(t *theme.Theme, s scale, axis xAxis, samples sampled) cells {
	fx, fy := t.Charset.Dots()
	heights := func(values []float64) []float64 {
		for i, v := range values {
			values[i] = s.row(v)*float64(fy) + lift(fy)
		}
		return values
	}
	picture := cells{width: axis.columns / fx, height: s.rows + 1}
	picture.cells = make([]cell, picture.width*picture.height)
	for i := range c.Bands {
		band := &c.Bands[i]
		pen := strokeOf(t, band.Series, false)
		picture.shade(heights(samples.low[i]), heights(samples.high[i]), &pen, shadingOf(t, i, band.Solid), t.Charset)
	}
	curves := 0
	for _, l := range c.Lines {
		if l.Series >= 0 && !l.Guide && !l.Dotted {
			curves++
		}
	}
	many := curves > 3
	series, strokes := c.verticals(t, axis, (s.rows+1)*fy)
	for _, i := range c.Order() {
		line := heights(samples.lines[i])
		switch l := &c.Lines[i]; {
		case !t.Charset.Fine():
		case l.Dotted:
			dash(line, ".#..") // the two caps of a line
		case many && l.Series >= 0:
			dash(line, t.Series(l.Series).Dots)
		}
		series, strokes = append(series, line), append(strokes, strokeOf(t, c.Lines[i].Series, c.Lines[i].Dotted))
	}
	crosses, pens := c.crosses(t, axis, heights)
	series, strokes = append(series, crosses...), append(strokes, pens...)
	picture.fold(plot(series, axis.columns, (s.rows+1)*fy), strokes, t.Charset)
	c.spots(t, &picture, &s, axis)
	return picture
}

func strokeOf(t *theme.Theme, series int, dotted bool) stroke {
	pen := t.Guide()
	if series != Neutral {
		own := t.Series(series)
		pen.Ink = own.Ink
		if !dotted {
			pen.Chars = own.Chars
		}
	}
	return stroke{chars: pen.Chars, ink: pen.Ink}
}

// dash keeps the values at the places of # in a pattern, again and again.
func dash(line []float64, pattern string) {
	for i := range line {
		if pattern[i%len(pattern)] != '#' {
			line[i] = math.NaN()
		}
	}
}

// verticals returns series that draw a stroke from bottom to top at each breakpoint and at the cursor.
func (c *Chart) verticals(t *theme.Theme, axis xAxis, height int) (series [][]float64, strokes []stroke) {
	pen := t.Guide()
	at := param.Map(c.Marks, func(round int) float64 { return float64(round) })
	if c.Cursor > 0 {
		at = append(at, c.Cursor)
	}
	for i, x := range at {
		b := axis.boundary(x)
		if !axis.has(x) || b < 1 {
			continue
		}
		line := axis.blank()
		line[b-1], line[b] = 0, float64(height-1)
		s := uncapped(stroke{chars: pen.Chars, ink: pen.Ink, mark: true})
		if i == len(c.Marks) { // the cursor
			s.ink, s.mark = t.Pointer, false
		}
		series, strokes = append(series, line), append(strokes, s)
	}
	return series, strokes
}

// nothing draws the names that the chart will show, and the reason why it is empty.
func (c *Chart) nothing(t *theme.Theme, names *ends, width, height int) []string {
	entries, n := names.entries(width, width, false)
	lines, _ := render(t, entries, n)
	lines = lines[:min(len(lines), height/3)]
	lines = append(lines, make([]string, max(0, (height-len(lines))/2-1))...)
	for _, line := range kit.Wrap(c.Empty, width-4, 0) {
		lines = append(lines, kit.Right("", (width-len([]rune(line)))/2)+t.Faint.Render(line))
	}
	return lines
}

// A Spot is one measured point, with a cross from From to To and from Low to High: its confidence limits.
type Spot struct {
	Name      string // shown beside the plot with its value; empty: not shown
	Series    int
	X, Y      float64
	From, To  float64
	Low, High float64
}

func spotGlyph(t *theme.Theme) rune {
	if t.Charset == theme.ASCII {
		return 'O'
	}
	return '●'
}

// crosses returns series that draw the spots' limits. A stroke has the height of its dots.
func (c *Chart) crosses(
	t *theme.Theme, axis xAxis, heights func([]float64) []float64,
) (series [][]float64, strokes []stroke) {
	for _, s := range c.Spots {
		pen := strokeOf(t, s.Series, false)
		across, from, to := axis.blank(), axis.column(s.From), axis.column(s.To)
		for b := from; b <= to+1 && b <= axis.columns; b++ {
			across[b] = s.Y
		}
		upright, at := axis.blank(), axis.column(s.X)
		upright[at], upright[at+1] = s.Low, s.High
		series = append(series, heights(across), heights(upright))
		strokes = append(strokes, pen, uncapped(pen))
	}
	return series, strokes
}

// uncapped returns a vertical stroke without caps.
func uncapped(pen stroke) stroke {
	pen.chars.StartCap, pen.chars.EndCap = " ", " "
	all := partsOf(&pen.chars)
	for _, part := range all[arcDownRight : arcUpLeft+1] {
		*part = pen.chars.VerticalLine
	}
	return pen
}

// column returns the column of the plot that contains x.
func (a xAxis) column(x float64) int {
	return min(max(int(a.place(x)), 0), a.columns-1)
}

// spots draws the spots' glyphs over everything else.
func (c *Chart) spots(t *theme.Theme, picture *cells, s *scale, axis xAxis) {
	fx, _ := t.Charset.Dots()
	for _, spot := range c.Spots {
		if axis.has(spot.X) && number.Finite(spot.Y) {
			row := s.rows - int(math.Round(s.row(spot.Y)))
			picture.cells[row*picture.width+axis.column(spot.X)/fx] = cell{spotGlyph(t), strokeOf(t, spot.Series, false).ink}
		}
	}
}

// sampled is a chart sampled at the boundaries between a plot's columns.
type sampled struct {
	lines     [][]float64 // by line, then by boundary; NaN if a line has no value
	low, high [][]float64 // of the bands
	any       bool        // something to draw has a value
}

func (c *Chart) sample(axis xAxis) sampled {
	var s sampled
	for i := range c.Lines {
		l := &c.Lines[i]
		values, some := decimate(l.Points, l.Held, axis, c.End)
		s.lines = append(s.lines, values)
		s.any = s.any || (some && !l.Guide)
	}
	for i := range c.Bands {
		low, _ := decimate(c.Bands[i].Low, false, axis, c.End)
		high, some := decimate(c.Bands[i].High, false, axis, c.End)
		s.low, s.high = append(s.low, low), append(s.high, high)
		s.any = s.any || some
	}
	return s
}

// decimate reduces points to one value for each boundary, or NaN. It keeps extremes: of the
// values at one boundary it keeps the one farthest from the value before, so that a spike of
// one round is visible in a million; at the newest boundary it keeps the newest value.
func decimate(points []Point, held bool, axis xAxis, until float64) (values []float64, some bool) {
	d := decimation{
		axis: axis, held: held, values: axis.blank(),
		end: axis.boundary(until), at: before, newest: Point{0, math.NaN()}, shown: math.NaN(),
	}
	for _, p := range points {
		if p.X > until {
			break
		}
		if !number.Finite(p.Y) {
			p.Y = math.NaN()
		}
		d.add(p)
		if p.X > axis.last {
			break // this point draws the line up to here
		}
	}
	d.close()
	d.fill(d.end+1, Point{0, math.NaN()})
	return d.values, slices.ContainsFunc(d.values, number.Finite)
}

// before is the boundary of rounds before the axis.
const before = -1

// A decimation goes from point to point.
type decimation struct {
	axis   xAxis
	held   bool
	values []float64
	end    int // the newest boundary

	at          int // the boundary of the present points
	newest      Point
	least, most float64 // of the points at the boundary; infinite without a value
	shown       float64 // the value at the boundary before
}

func (d *decimation) add(p Point) {
	if b := max(d.axis.boundary(p.X), before); b != d.at {
		d.close()
		d.fill(b, p)
		d.at, d.least, d.most = b, math.Inf(1), math.Inf(-1)
	}
	if !math.IsNaN(p.Y) {
		d.least, d.most = min(d.least, p.Y), max(d.most, p.Y)
	}
	d.newest = p
}

// close chooses the value of the present boundary.
func (d *decimation) close() {
	if d.at < 0 || d.at >= len(d.values) {
		d.shown = d.newest.Y
		return
	}
	chosen := d.newest.Y
	if d.at < d.end && number.Finite(d.least) {
		chosen = d.least
		if math.IsNaN(d.shown) {
			d.shown = d.newest.Y // the first values of all: nothing precedes them
		}
		if math.Abs(d.most-d.shown) > math.Abs(d.least-d.shown) {
			chosen = d.most
		}
	}
	d.values[d.at], d.shown = chosen, chosen
}

// fill draws the line from the newest point to the boundary of the next point.
func (d *decimation) fill(next int, to Point) {
	from := d.newest
	straight := !d.held && to.X-from.X > d.axis.grain && number.Finite(to.Y) && number.Finite(from.Y)
	for i := max(d.at+1, 0); i < next && i < len(d.values); i++ {
		d.values[i] = from.Y
		if straight {
			share := (d.axis.x(float64(i)) - from.X) / (to.X - from.X)
			d.values[i] += (to.Y - from.Y) * min(max(share, 0), 1)
		}
	}
}
