package chart

import (
	"math"
	"slices"

	"regretscope/noise/number"
)

// A scale maps values to rows 0, …, rows from the bottom.
type scale struct {
	rows  int
	base  float64 // the value of row 0, or of the bend
	unit  float64 // the difference between two rows
	every int     // the number of rows between two numbers
	knee  float64 // of a logarithmic scale: below it, values are linear; 0: linear everywhere
}

var niceSteps = []float64{1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10}

// niceAbove returns the smallest round number that is at least x > 0.
func niceAbove(x float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(x)))
	for _, step := range niceSteps {
		if step*unit >= x*(1-1e-12) {
			return step * unit
		}
	}
	return 10 * unit
}

// scale chooses the axis of values. It changes in steps, so that the picture stands still while a
// curve grows.
func (c *Chart) scale(s sampled, rows int) scale {
	r := newRange()
	for _, values := range slices.Concat(s.lines, s.low, s.high) {
		r.add(values)
	}
	if c.Y.Fixed() {
		r.low, r.high = c.Y.Low, c.Y.High
	}
	if c.Y.Floor && r.low > 0 {
		r.low = 0
	}
	if c.Y.Log {
		if log, ok := r.logarithmic(rows); ok {
			return log
		}
	}
	every := min(max(rows/3, 1), 4)
	best := fit(r.low, r.high, rows, every)
	if c.Y.Fixed() {
		// The range is fixed: choose the scale that fills the rows best.
		for every := 2; every <= min(rows/2, 5); every++ {
			if s := fit(r.low, r.high, rows, every); s.unit <= best.unit*(1+1e-9) {
				best = s
			}
		}
	}
	return best
}

// Share gives charts of the same quantities the same range of values, for comparison; fixed
// ranges stay.
func Share(charts []*Chart) {
	type kind struct {
		x, y string
		log  bool
	}
	groups := map[kind][]*Chart{}
	for _, c := range charts {
		if of := (kind{c.X.Name + c.X.Symbol, c.Y.Name + c.Y.Symbol, c.Y.Log}); !c.Y.Fixed() {
			groups[of] = append(groups[of], c)
		}
	}
	for _, alike := range groups {
		r := newRange()
		for _, c := range alike {
			for i := range c.Lines {
				r.add(values(c.Lines[i].Points))
			}
			for i := range c.Bands {
				r.add(values(c.Bands[i].Low))
				r.add(values(c.Bands[i].High))
			}
		}
		for _, c := range alike {
			low := r.low
			switch {
			case c.Y.Log:
				low = r.small
			case c.Y.Floor:
				low = min(low, 0)
			}
			if len(alike) > 1 && low < r.high {
				c.Y.Low, c.Y.High = low, r.high
			}
		}
	}
}

func values(points []Point) []float64 {
	all := make([]float64, len(points))
	for i, p := range points {
		all[i] = p.Y
	}
	return all
}

// A valueRange holds the smallest and the largest value, and the size of the smallest value that is
// not 0.
type valueRange struct{ low, high, small float64 }

func newRange() valueRange { return valueRange{math.Inf(1), math.Inf(-1), math.Inf(1)} }

func (r *valueRange) add(values []float64) {
	for _, v := range values {
		if !number.Finite(v) {
			continue
		}
		r.low, r.high = min(r.low, v), max(r.high, v)
		if v != 0 {
			r.small = min(r.small, math.Abs(v))
		}
	}
}

// maxDecades is the largest number of decades of a logarithmic axis of values: smaller values
// are linear.
const maxDecades = 6

// logarithmic returns a scale with a whole number of rows per decade and as many rows for the
// linear part around 0; ok is false if the range lies within a decade, so that a logarithm
// would not help.
func (r valueRange) logarithmic(rows int) (s scale, ok bool) {
	size := max(math.Abs(r.low), math.Abs(r.high))
	if !number.Finite(size) || !number.Finite(r.small) || size == 0 || (r.low > 0 && r.high < 10*r.low) {
		return s, false
	}
	knee := math.Pow(10, max(math.Floor(math.Log10(r.small)), math.Ceil(math.Log10(size))-maxDecades))
	s = scale{rows: rows, knee: knee}
	low := math.Floor(s.bend(r.low) + 1e-9)
	decades := max(s.bend(r.high)-low, 1) // the axis need not end at one, to use all rows
	if perDecade := math.Floor(float64(rows)/decades + 1e-9); perDecade >= 1 {
		s.every, s.unit = int(perDecade), 1/perDecade
	} else {
		s.every, s.unit = 1, math.Ceil(decades/float64(rows))
	}
	s.base = low
	return s, true
}

// bend returns a value's place on a logarithmic scale, in decades: v/knee up to the knee and
// one more for every power of ten above it, mirrored below 0.
func (s *scale) bend(v float64) float64 {
	if s.knee == 0 {
		return v
	}
	size := math.Abs(v) / s.knee
	if size > 1 {
		size = 1 + math.Log10(size)
	}
	return math.Copysign(size, v)
}

// unbend returns the value at a place.
func (s *scale) unbend(at float64) float64 {
	if s.knee == 0 {
		return at
	}
	size := math.Abs(at)
	if size > 1 {
		size = math.Pow(10, size-1)
	}
	return math.Copysign(size*s.knee, at)
}

// fit returns a linear scale for the range low to high with round numbers, one every given
// number of rows.
func fit(low, high float64, rows, every int) scale {
	// Far fewer than all floats are enough for every chart, and keep products finite.
	low, high = min(max(low, -1e300), 1e300), min(max(high, -1e300), 1e300)
	if !(high-low > math.Abs(high)*1e-9) || high-low < 1e-300 {
		high = low + max(math.Abs(low)*0.1, .1)
	}
	s := scale{rows: rows, every: every}
	for step := niceAbove((high - low) * float64(s.every) / float64(rows)); ; step = niceAbove(step * 1.01) {
		s.base, s.unit = math.Floor(low/step+1e-9)*step, step/float64(s.every)
		if s.base+s.unit*float64(rows) >= high*(1-math.Copysign(1e-9, high)) {
			return s
		}
	}
}

// row returns the place of a value, in rows; values outside are at the edge.
func (s *scale) row(v float64) float64 {
	return min(max((s.bend(v)-s.base)/s.unit, 0), float64(s.rows)) // NaN stays NaN
}

// label returns the number beside a row; empty between two numbers.
func (s *scale) label(row int) string {
	if row%s.every != 0 {
		return ""
	}
	at := s.base + float64(row)*s.unit
	if math.Abs(at) < s.unit/1e6 {
		at = 0
	}
	return number.Tick(s.unbend(at))
}
