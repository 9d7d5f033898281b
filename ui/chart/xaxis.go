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

// An xAxis maps x to the boundaries 0, …, columns between the plot's columns:
// evenly, or by the logarithm.
type xAxis struct {
	columns     int
	first, last float64 // x at its ends
	log         bool
	grain       float64 // the least growth of x: 1 for rounds, 0 for other numbers
}

// axis chooses the x axis. A linear one ends at a round number a little after the present
// round, so that the picture stands still for a while and then moves on; a logarithmic one ends
// at the last x.
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

// Multiples returns the multiples of 1, 2, or 5 times a power of ten in a range, about as many
// as asked for.
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
