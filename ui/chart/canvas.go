package chart

import (
	"github.com/guptarohit/asciigraph"
)

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
