package chart

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"regretscope/noise/number"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// A scale maps values to rows 0, …, rows from the bottom.
type scale struct {
	rows  int
	base  float64 // the value of row 0, or of the bend
	unit  float64 // the difference between two rows
	every int     // the number of rows between two numbers
	first int     // the lowest row with a number
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

// scale chooses the axis of values. It changes in steps, so that the picture stands still while a curve grows.
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
	best := fit(r.low, r.high, rows, every, c.Y.Floor)
	if c.Y.Fixed() {
		// The range is fixed: choose the scale that fills the rows best.
		for every := 2; every <= min(rows/2, 5); every++ {
			if s := fit(r.low, r.high, rows, every, c.Y.Floor); s.unit <= best.unit*(1+1e-9) {
				best = s
			}
		}
	}
	return best
}

// Share gives charts of the same quantities the same range of values, for comparison; fixed ranges stay.
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

// A valueRange holds the smallest and the largest value, and the size of the smallest value that is not 0.
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

// maxDecades is the largest number of decades of a logarithmic axis of values: smaller values are linear.
const maxDecades = 6

// logarithmic returns a scale with a whole number of rows per decade and as many rows for the linear part around 0;
// ok is false if the range lies within a decade, so that a logarithm would not help.
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

// fit returns a linear scale for the range low to high with round numbers, one every given number of rows.
func fit(low, high float64, rows, every int, floor bool) scale {
	// Far fewer than all floats are enough for every chart, and keep products finite.
	low, high = min(max(low, -1e300), 1e300), min(max(high, -1e300), 1e300)
	if !(high-low > math.Abs(high)*1e-9) || high-low < 1e-300 {
		high = low + max(math.Abs(low)*0.1, .1)
	}
	s := scale{rows: rows, every: every}
	for step := niceAbove((high - low) * float64(s.every) / float64(rows)); ; step = niceAbove(step * 1.01) {
		s.unit = step / float64(s.every)
		grid := step
		if floor { // few values below 0 need no number below it
			grid = s.unit
		}
		s.base = math.Floor(low/grid+1e-9) * grid
		s.first = int(math.Round(math.Ceil(s.base/step-1e-9)*step/s.unit - s.base/s.unit))
		if s.base+s.unit*float64(rows) >= high*(1-math.Copysign(1e-9, high)) {
			return s
		}
	}
}

// row returns the place of a value, in rows; values outside are at the edge.
func (s *scale) row(v float64) float64 {
	return min(max((s.bend(v)-s.base)/s.unit, 0), float64(s.rows)) // NaN stays NaN
}

// cell returns the row of cells, from the top, in which a value is drawn.
func (s *scale) cell(v float64, t *theme.Theme) int {
	_, dots := t.Charset.Dots()
	return s.rows - int(math.Round(s.row(v)*float64(dots)+lift(dots)))/dots
}

// lift is how far the middle of a row is above its lowest dot: the number beside a row is there.
func lift(dots int) float64 { return float64((dots - 1) / 2) }

// label returns the number beside a row; empty between two numbers.
func (s *scale) label(row int) string {
	if (row-s.first)%s.every != 0 {
		return ""
	}
	at := s.base + float64(row)*s.unit
	if math.Abs(at) < s.unit/1e6 {
		at = 0
	}
	return number.Tick(s.unbend(at))
}

// An xAxis maps x to the boundaries 0, …, columns between the plot's columns: evenly, or by the logarithm.
type xAxis struct {
	columns     int
	first, last float64 // x at its ends
	log         bool
	grain       float64 // the least growth of x: 1 for rounds, 0 for other numbers
}

// axis chooses the x axis. A linear one ends at a round number a little after the present round, so that the picture
// stands still for a while and then moves on; a logarithmic one ends at the last x.
func (c *Chart) axis(columns int) xAxis {
	axis := xAxis{columns: columns, log: c.X.Log}
	if c.X.Symbol == "" {
		axis.grain = 1
	}
	switch {
	case c.X.Fixed():
		axis.first, axis.last = c.X.Low, c.X.High
	case c.X.Log && c.Limit > 0:
		axis.last = max(c.Limit, c.End)
	default:
		axis.last = niceAbove(max(c.End, 10*axis.grain, 1e-300))
		if c.Limit > 0 {
			axis.last = max(min(axis.last, c.Limit), c.End)
		}
	}
	if axis.log && axis.first < cmp.Or(axis.grain, 1e-300) {
		axis.first = cmp.Or(axis.grain, axis.last/1000)
	}
	axis.last = max(axis.last, axis.first+max(2*axis.grain, math.Abs(axis.first)*1e-9, 1e-300))
	return axis
}

// place returns the place of x, in columns; below 0 before the axis.
func (a xAxis) place(x float64) float64 {
	if a.log {
		return math.Log(max(x/a.first, 1e-9)) / math.Log(a.last/a.first) * float64(a.columns)
	}
	return (x - a.first) / (a.last - a.first) * float64(a.columns)
}

// x returns the value at a column, counted from the left.
func (a xAxis) x(column float64) float64 {
	share := column / float64(a.columns)
	if a.log {
		return a.first * math.Pow(a.last/a.first, share)
	}
	return a.first + share*(a.last-a.first)
}

// boundary returns the first boundary not before x, up to rounding; it may be beyond the axis.
func (a xAxis) boundary(x float64) int { return int(math.Ceil(a.place(x) - 1e-9)) }

// blank returns a line without a value at any boundary.
func (a xAxis) blank() []float64 { return slices.Repeat([]float64{math.NaN()}, a.columns+1) }

func (a xAxis) has(x float64) bool { return x >= a.first && x <= a.last }

// ticks returns the places of the axis with a mark and a number.
func (a xAxis) ticks() []float64 {
	if a.log {
		return append(Decades(a.first, a.last), a.last)
	}
	about := float64(a.columns / 12)
	if a.grain > 0 {
		about = min(about, a.last-a.first)
	}
	return Multiples(a.first, a.last, about)
}

// Decades returns the powers of ten in a range above 0.
func Decades(low, high float64) []float64 {
	var all []float64
	for e := math.Ceil(math.Log10(low) - 1e-9); math.Pow(10, e) <= high*(1+1e-9); e++ {
		all = append(all, math.Pow(10, e))
	}
	return all
}

// Multiples returns the multiples of 1, 2, or 5 times a power of ten in a range, about as many as asked for.
func Multiples(low, high float64, about float64) []float64 {
	step := (high - low) / max(about, 1)
	unit := math.Pow(10, math.Floor(math.Log10(step)))
	for _, by := range []float64{1, 2, 5, 10} {
		if by*unit >= step*(1-1e-9) {
			step = by * unit
			break
		}
	}
	var all []float64
	for i := int(math.Ceil(low/step - 1e-9)); float64(i)*step <= high+1e-9*step; i++ {
		all = append(all, float64(i)*step)
	}
	return all
}

// draw draws the axis and its numbers, with marks at breakpoints. Columns are cells here.
func (a xAxis) draw(t *theme.Theme, symbol string, marks []int) []string {
	corner, flat, tickMark, breakMark := "└", "─", '┴', []rune(theme.BreakGlyph)[0]
	if t.Charset == theme.ASCII {
		corner, flat, tickMark, breakMark = "+", "-", '+', ':'
	}
	const axis = leftWidth - 1
	rule := []rune(strings.Repeat(" ", axis) + corner + strings.Repeat(flat, a.columns))
	numbers := []rune(kit.FitLine(cmp.Or(symbol, "rounds"), len(rule)))
	free := axis // the first cell where a number may begin
	ticks := a.ticks()
	for i, tick := range ticks {
		x := axis + a.boundary(tick)
		if x > axis {
			rule[x] = tickMark
		}
		text := []rune(number.Tick(tick))
		from := max(min(x-len(text)/2, len(numbers)-len(text)), axis)
		if from < free || (a.log && i == len(ticks)-2 && x+len(text) > len(numbers)-6) {
			continue // the end of a logarithmic axis matters more than the decade before it
		}
		copy(numbers[from:], text)
		free = from + len(text) + 1
	}
	for _, mark := range marks {
		if at := float64(mark); a.has(at) {
			rule[axis+a.boundary(at)] = breakMark
		}
	}
	return []string{t.Faint.Render(string(rule)), t.Faint.Render(string(numbers))}
}
