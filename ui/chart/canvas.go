package chart

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/guptarohit/asciigraph"

	"regretscope/ui/kit/theme"
)

// A canvas is the plot of asciigraph: for each of its dots, the stroke on top and which part of the stroke it is.
type canvas struct {
	width int
	dots  []dot // row by row, the uppermost first
}

// A dot is a stroke, counted from 1 in drawing order (0: none), and the part of it that asciigraph chose.
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

// shade fills the area between two series of heights in dots with a color. A transparent area has only a few dots.
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

// line writes a row of cells. Without colors it writes no escape sequences.
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
