package chart

import (
	"math"

	"regretscope/ui/kit"
)

// A scale maps values to rows 0, …, rows from the bottom.
type scale struct {
	rows  int
	base  float64 // the value of row 0
	unit  float64 // by how much each row is more
	every int     // how many rows lie between two numbers
}

var niceSteps = []float64{1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10}

// niceAbove is the smallest round number that is at least x > 0.
func niceAbove(x float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(x)))
	for _, step := range niceSteps {
		if step*unit >= x*(1-1e-12) {
			return step * unit
		}
	}
	return 10 * unit
}

// scale chooses the axis of values. It changes in steps, so that a growing
// curve moves within a picture that stands still.
func (c *Chart) scale(series [][]float64, rows int) scale {
	low, high := c.Low, c.High
	if !c.Bounded {
		low, high = math.Inf(1), math.Inf(-1)
		for i := range series {
			for _, v := range series[i] {
				if finite(v) {
					low, high = min(low, v), max(high, v)
				}
			}
		}
		if c.Floor && low > 0 {
			low = 0
		}
	}
	every := min(max(rows/3, 1), 4)
	best := fit(low, high, rows, every)
	if c.Bounded {
		// The range stands still anyway: look for the scale that fills the rows best.
		for every := 2; every <= min(rows/2, 5); every++ {
			if s := fit(low, high, rows, every); s.unit <= best.unit*(1+1e-9) {
				best = s
			}
		}
	}
	return best
}

// fit makes a scale for the range low to high with numbers at round values,
// every so many rows.
func fit(low, high float64, rows, every int) scale {
	// Far fewer than all floats are enough for everybody, and keep products finite.
	low, high = min(max(low, -1e300), 1e300), min(max(high, -1e300), 1e300)
	if !(high-low > math.Abs(high)*1e-9) || high-low < 1e-300 {
		high = low + max(math.Abs(low)*0.1, 1e-3)
	}
	s := scale{rows: rows, every: every}
	for step := niceAbove((high - low) * float64(s.every) / float64(rows)); ; step = niceAbove(step * 1.01) {
		s.base, s.unit = math.Floor(low/step+1e-9)*step, step/float64(s.every)
		if s.base+s.unit*float64(rows) >= high*(1-math.Copysign(1e-9, high)) {
			return s
		}
	}
}

// row is where a value lies, in rows; what is outside lies at the edge.
func (s scale) row(v float64) float64 {
	return min(max((v-s.base)/s.unit, 0), float64(s.rows)) // NaN stays NaN
}

// label is the number beside the row that asciigraph asks for.
func (s scale) label(row float64) string {
	i := int(math.Round(row))
	text := ""
	if i%s.every == 0 {
		v := s.base + float64(i)*s.unit
		if math.Abs(v) < s.unit/1e6 {
			v = 0
		}
		text = kit.Short(v)
	}
	return kit.Right(text, labelWidth-2) + " "
}
