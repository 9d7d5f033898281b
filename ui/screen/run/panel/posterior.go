package panel

import (
	"math"
	"strings"

	"regretscope/learners"
	"regretscope/ui/kit/theme"
)

// heights are the glyphs of a curve one line high.
var heights = []rune(" ▁▂▃▄▅▆▇█")

// drawnGlyph marks the draw in a curve.
const drawnGlyph = "│"

// posterior returns the logarithm of the density, up to a constant, from which an arm's mean was drawn; nil if the
// explanation does not have it.
func posterior(e *learners.Explanation, arm *learners.ArmTerms) func(x float64) float64 {
	ones, beta := e.Term(arm, learners.Ones)
	zeros, _ := e.Term(arm, learners.Zeros)
	center, _ := e.Term(arm, learners.Center)
	spread, normal := e.Term(arm, learners.Spread)
	switch {
	case beta:
		return func(x float64) float64 { return (ones-1)*math.Log(x) + (zeros-1)*math.Log1p(-x) }
	case normal:
		return func(x float64) float64 { return -(x - center) * (x - center) / (2 * spread * spread) }
	}
	return nil
}

// curve draws a density from 0 to 1, as high as the line where it is largest, and marks the draw.
func curve(t *theme.Theme, density func(x float64) float64, drawn float64, width int) string {
	values, most := make([]float64, width), math.Inf(-1)
	for i := range values {
		values[i] = density((float64(i) + .5) / float64(width))
		most = max(most, values[i])
	}
	var line strings.Builder
	at := min(max(int(drawn*float64(width)), 0), width-1)
	for i, v := range values {
		if i == at {
			line.WriteString(t.Accent.Render(drawnGlyph))
			continue
		}
		line.WriteRune(heights[int(math.Round(math.Exp(v-most)*float64(len(heights)-1)))])
	}
	return line.String()
}
