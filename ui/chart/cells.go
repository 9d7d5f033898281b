package chart

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/guptarohit/asciigraph"

	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

type cell struct {
	glyph rune // 0 for a blank
	ink   theme.Ink
}

// cells is the part of the picture inside the axes.
type cells struct {
	width, height int
	cells         []cell // row by row, the uppermost first
}

// A stroke is the look of one series of the plot.
type stroke struct {
	chars asciigraph.CharSet
	ink   theme.Ink
	mark  bool // a vertical line at a round; every second dot is enough
}

// fold turns a canvas into cells: the dots of each cell and the color of the stroke on top, or
// its character if cells are single dots.
func (c *cells) fold(from canvas, strokes []stroke, set theme.Charset) {
	if !set.Fine() {
		for i, d := range from.dots {
			if d.stroke > 0 {
				s := &strokes[d.stroke-1]
				if glyph, _ := utf8.DecodeRuneInString(*partsOf(&s.chars)[d.part]); glyph != ' ' {
					c.cells[i] = cell{glyph, s.ink}
				}
			}
		}
		return
	}
	across, down := set.Dots()
	for y := range c.height {
		for x := range c.width {
			glyph, top := rune(0), uint16(0)
			for dy := range down {
				at := (down*y+dy)*from.width + across*x
				for dx, d := range from.dots[at : at+across] {
					if d.stroke == 0 || (dy%2 == 1 && strokes[d.stroke-1].mark) {
						continue
					}
					glyph = set.Dot(glyph, dx, dy)
					top = max(top, d.stroke)
				}
			}
			if top > 0 {
				c.cells[y*c.width+x] = cell{glyph, strokes[top-1].ink}
			}
		}
	}
}

// brailleFull is a cell of all dots, with gaps between them.
const brailleFull = '⣿'

// shade fills the area between two series of heights in dots with a color. A transparent area
// has only a few dots.
func (c *cells) shade(low, high []float64, look *stroke, pattern shading, set theme.Charset) {
	fx, fy := set.Dots()
	bottom := c.height*fy - 1
	for x := range c.width * fx {
		l, h := low[x+1], high[x+1]
		if math.IsNaN(l) || math.IsNaN(h) {
			continue
		}
		for y := int(math.Round(l)); y <= int(math.Round(h)); y++ {
			if y == int(math.Round(l)) && l > 1 && pattern.solid {
				continue // the area below it has the color
			}
			at := &c.cells[(bottom-y)/fy*c.width+x/fx]
			switch {
			case !set.Fine():
				*at = cell{pattern.glyph, look.ink}
			case (x+2*y)%pattern.every == 0:
				if at.glyph == '█' {
					at.glyph = 0
				}
				at.glyph = set.Dot(at.glyph, x%fx, (bottom-y)%fy)
				at.ink = look.ink
				if at.glyph == brailleFull && pattern.solid {
					at.glyph = '█' // without the gaps between dots
				}
			}
		}
	}
}

type shading struct {
	solid bool
	every int  // dots, of which one is set
	glyph rune // where there are no dots
}

// shadingOf returns the filling of the i-th band. More than color tells solid ones apart.
func shadingOf(t *theme.Theme, i int, solid bool) shading {
	switch {
	case !solid && t.Charset == theme.ASCII:
		return shading{every: 4, glyph: '.'}
	case !solid:
		return shading{every: 4, glyph: '░'}
	case t.Charset == theme.ASCII:
		glyph, _ := utf8.DecodeRuneInString(t.Series(i).Chars.Horizontal)
		return shading{solid: true, every: 1, glyph: glyph}
	case t.Colorless():
		return shading{solid: true, every: 1 + i%4, glyph: []rune("█▓▒░")[i%4]}
	}
	return shading{solid: true, every: 1, glyph: '█'}
}

// line returns a row of cells. Without colors there are no escape sequences.
func (c *cells) line(b *strings.Builder, y int, colors bool) {
	ink := asciigraph.Default
	for _, cell := range c.cells[y*c.width : (y+1)*c.width] {
		if cell.glyph == 0 {
			b.WriteByte(' ')
			continue
		}
		if cell.ink != ink && colors {
			ink = cell.ink
			b.WriteString(ink.String())
		}
		b.WriteRune(cell.glyph)
	}
	if ink != asciigraph.Default {
		b.WriteString(asciigraph.Default.String())
	}
}

// A canvas is the plot of asciigraph: for each of its dots, the stroke on top and which part of
// the stroke it is.
type canvas struct {
	width int
	dots  []dot // row by row, the uppermost first
}

// A dot is a stroke, counted from 1 in drawing order (0: none), and the part of it that
// asciigraph chose.
type dot struct {
	stroke uint16
	part   uint8
}

// Parts of a stroke, in the order of its letters.
const (
	horizontal = iota
	vertical
	arcDownRight
	arcDownLeft
	arcUpRight
	arcUpLeft
	startCap
	endCap
	parts
)

// Strokes are drawn with letters from Unicode's private use area, a different one for each part
// of each stroke, so that the text of asciigraph can be read back.
const (
	firstLetter = 0xE000
	maxStrokes  = (0xF8FF - firstLetter + 1) / parts
)

func partsOf(set *asciigraph.CharSet) [parts]*string {
	return [parts]*string{
		horizontal: &set.Horizontal, vertical: &set.VerticalLine, startCap: &set.StartCap, endCap: &set.EndCap,
		arcDownRight: &set.ArcDownRight, arcDownLeft: &set.ArcDownLeft,
		arcUpRight: &set.ArcUpRight, arcUpLeft: &set.ArcUpLeft,
	}
}

// plot lets asciigraph draw series of heights in dots, 0 to height − 1 from the bottom, each of
// width + 1 values, which leaves it no choice of scale.
func plot(series [][]float64, width, height int) canvas {
	c := canvas{width: width, dots: make([]dot, width*height)}
	series = series[:min(len(series), maxStrokes)]
	if len(series) == 0 {
		return c
	}
	chars := make([]asciigraph.CharSet, len(series))
	for i := range chars {
		for part, letter := range partsOf(&chars[i]) {
			*letter = string(rune(firstLetter + i*parts + part))
		}
	}
	c.read(asciigraph.PlotMany(
		series,
		asciigraph.Height(height-1), asciigraph.LowerBound(0), asciigraph.UpperBound(float64(height-1)),
		asciigraph.Offset(1), asciigraph.SeriesChars(chars...),
		asciigraph.YAxisValueFormatter(func(float64) string { return "" }),
	))
	return c
}

// read reads the letters of a plot. Its first column is asciigraph's axis.
func (c *canvas) read(text string) {
	x, at := -1, 0 // column, and the beginning of its row
	for _, letter := range text {
		if letter == '\n' {
			x, at = -1, at+c.width
			continue
		}
		if letter >= firstLetter && x >= 0 {
			code := letter - firstLetter
			c.dots[at+x] = dot{uint16(code/parts) + 1, uint8(code % parts)}
		}
		x++
	}
}

// sampled is a chart sampled at the boundaries between a plot's columns.
type sampled struct {
	lines     [][]float64 // by line, then by boundary; NaN if a line has no value
	low, high [][]float64 // of the bands
	any       bool        // there is a value at all
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
		if !kit.Finite(p.Y) {
			p.Y = math.NaN()
		}
		d.add(p)
		if p.X > axis.last {
			break // this point draws the line up to here
		}
	}
	d.close()
	d.fill(d.end+1, Point{0, math.NaN()})
	return d.values, slices.ContainsFunc(d.values, kit.Finite)
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
	if d.at < d.end && kit.Finite(d.least) {
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
	straight := !d.held && to.X-from.X > d.axis.grain && kit.Finite(to.Y) && kit.Finite(from.Y)
	for i := max(d.at+1, 0); i < next && i < len(d.values); i++ {
		d.values[i] = from.Y
		if straight {
			share := (d.axis.x(float64(i)) - from.X) / (to.X - from.X)
			d.values[i] += (to.Y - from.Y) * min(max(share, 0), 1)
		}
	}
}
