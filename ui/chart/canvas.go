package chart

import (
	"unicode/utf8"

	"github.com/guptarohit/asciigraph"
)

// A canvas is what asciigraph plotted: at each of its dots the stroke that is on
// top there, and which part of it.
type canvas struct {
	width, height int
	dots          []dot // row by row, the uppermost first
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

func letters(stroke int) asciigraph.CharSet {
	letter := func(part int) string { return string(rune(firstLetter + stroke*parts + part)) }
	return asciigraph.CharSet{
		Horizontal: letter(horizontal), VerticalLine: letter(vertical),
		ArcDownRight: letter(arcDownRight), ArcDownLeft: letter(arcDownLeft),
		ArcUpRight: letter(arcUpRight), ArcUpLeft: letter(arcUpLeft),
		StartCap: letter(startCap), EndCap: letter(endCap),
	}
}

// plot has asciigraph draw series of heights in dots, 0 to height − 1 from the
// bottom, each of width + 1 values, so that its own choice of scale has nothing
// left to choose.
func plot(series [][]float64, width, height int) canvas {
	c := canvas{width: width, height: height, dots: make([]dot, width*height)}
	series = series[:min(len(series), mostStrokes)]
	if len(series) == 0 {
		return c
	}
	chars := make([]asciigraph.CharSet, len(series))
	for i := range chars {
		chars[i] = letters(i)
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
	for i := 0; i < len(text); {
		b := text[i]
		if b == '\n' {
			x, at, i = -1, at+c.width, i+1
			continue
		}
		if b == ' ' {
			x, i = x+1, i+1
			continue
		}
		letter, size := utf8.DecodeRuneInString(text[i:])
		if letter >= firstLetter && x >= 0 {
			code := letter - firstLetter
			c.dots[at+x] = dot{uint16(code/parts) + 1, uint8(code % parts)}
		}
		x, i = x+1, i+size
	}
}

// char is the character of a part of a line.
func char(set *asciigraph.CharSet, part uint8) string {
	switch part {
	case horizontal:
		return set.Horizontal
	case vertical:
		return set.VerticalLine
	case arcDownRight:
		return set.ArcDownRight
	case arcDownLeft:
		return set.ArcDownLeft
	case arcUpRight:
		return set.ArcUpRight
	case arcUpLeft:
		return set.ArcUpLeft
	case startCap:
		return set.StartCap
	default:
		return set.EndCap
	}
}
