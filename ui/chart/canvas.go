package chart

import "github.com/guptarohit/asciigraph"

// A canvas is what asciigraph plotted: at each of its dots the stroke that is on
// top there, and which part of it.
type canvas struct {
	width int
	dots  []dot // row by row, the uppermost first
}

// A dot is a stroke, counted from 1 in the order of drawing (0: none), and the
// part of it that asciigraph chose.
type dot struct {
	stroke uint16
	part   uint8
}

// The parts of a stroke, in the order of its letters.
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

// Strokes are drawn with letters from Unicode's private use area: each part of
// each stroke has its own, so that the text that asciigraph makes can be read
// back.
const (
	firstLetter = 0xE000
	mostStrokes = (0xF8FF - firstLetter + 1) / parts
)

func partsOf(set *asciigraph.CharSet) [parts]*string {
	return [parts]*string{
		horizontal: &set.Horizontal, vertical: &set.VerticalLine,
		arcDownRight: &set.ArcDownRight, arcDownLeft: &set.ArcDownLeft, arcUpRight: &set.ArcUpRight, arcUpLeft: &set.ArcUpLeft,
		startCap: &set.StartCap, endCap: &set.EndCap,
	}
}

// plot has asciigraph draw series of heights in dots, 0 to height − 1 from the
// bottom, each of width + 1 values, so that its own choice of scale has nothing
// left to choose.
func plot(series [][]float64, width, height int) canvas {
	c := canvas{width: width, dots: make([]dot, width*height)}
	series = series[:min(len(series), mostStrokes)]
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

// read takes the letters of a plot. Its first column is asciigraph's axis.
func (c *canvas) read(text string) {
	x, at := -1, 0 // column, and where its row begins
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
