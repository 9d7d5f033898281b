package chart

import (
	"math"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/number"
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
	// The number beside a row is at the middle of its cells.
	lift := float64((fy - 1) / 2)
	heights := func(values []float64) []float64 {
		for i, v := range values {
			values[i] = s.row(v)*float64(fy) + lift
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
	series, strokes := c.verticals(t, axis, (s.rows+1)*fy)
	for _, i := range c.Order() {
		line := heights(samples.lines[i])
		if c.Lines[i].Dotted && t.Charset.Fine() {
			dash(line)
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

// dash keeps every fourth value; asciigraph draws it as the two caps of a line with gaps on
// both sides.
func dash(line []float64) {
	for i := range line {
		if i%4 != 1 {
			line[i] = math.NaN()
		}
	}
}

// verticals returns series that draw a stroke from bottom to top at each breakpoint and at the
// cursor.
func (c *Chart) verticals(t *theme.Theme, axis xAxis, height int) (series [][]float64, strokes []stroke) {
	pen := t.Guide()
	var at []float64
	for _, round := range c.Marks {
		at = append(at, float64(round))
	}
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

// A Spot is one measured point, with a cross from From to To and from Low to High: its
// confidence limits.
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
