package panel

import (
	"math"
	"strings"

	"regretscope/learners"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// drawnGlyph marks the draw in a curve.
const drawnGlyph = "│"

// posterior returns the logarithm of the density, up to a constant, from which an arm's mean was drawn, with its mean and
// standard deviation; nil if the explanation does not have it.
func posterior(e *learners.Explanation, arm *learners.ArmTerms) (density func(x float64) float64, mean, deviation float64) {
	ones, beta := e.Term(arm, learners.Ones)
	zeros, _ := e.Term(arm, learners.Zeros)
	center, _ := e.Term(arm, learners.Center)
	spread, normal := e.Term(arm, learners.Spread)
	switch {
	case beta:
		mean = ones / (ones + zeros)
		return func(x float64) float64 { return (ones-1)*math.Log(x) + (zeros-1)*math.Log1p(-x) }, mean,
			math.Sqrt(mean * (1 - mean) / (ones + zeros + 1))
	case normal:
		return func(x float64) float64 { return -(x - center) * (x - center) / (2 * spread * spread) }, center, spread
	}
	return nil, 0, 0
}

// posteriors returns the range that shows four standard deviations of all posteriors, within [0, 1] and in steps of
// 0.05; empty if the explanation has none.
func posteriors(e *learners.Explanation) (from, to float64) {
	from = 1
	for i := range e.Arms {
		if density, mean, deviation := posterior(e, &e.Arms[i]); density != nil {
			from = min(from, math.Floor(20*max(mean-4*deviation, 0))/20)
			to = max(to, math.Ceil(20*min(mean+4*deviation, 1))/20)
		}
	}
	return from, to
}

// curve draws a density in the range of the bars, as high as the line where it is largest, and marks the draw.
func (b *termBars) curve(t *theme.Theme, density func(x float64) float64, drawn float64) string {
	width := b.width
	values, most := make([]float64, width), math.Inf(-1)
	for i := range values {
		values[i] = density(b.from + (b.to-b.from)*(float64(i)+.5)/float64(width))
		most = max(most, values[i])
	}
	var line strings.Builder
	at := min(max(int((drawn-b.from)/(b.to-b.from)*float64(width)), 0), width-1)
	for i, v := range values {
		if i == at {
			line.WriteString(t.Accent.Render(drawnGlyph))
			continue
		}
		line.WriteString(kit.Height(math.Exp(v - most)))
	}
	return line.String()
}
