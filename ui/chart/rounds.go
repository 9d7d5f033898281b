package chart

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// A roundAxis maps rounds to the boundaries 0, …, columns between the plot's
// columns: evenly, or by the logarithm.
type roundAxis struct {
	columns     int
	first, last int // the rounds at its ends
	log         bool
}

// rounds chooses the axis. A linear one ends at a round number a little behind
// the present round, so that the picture stands still for a while and then moves
// on; a logarithmic one ends at the last round there will be.
func (c *Chart) rounds(columns int) roundAxis {
	axis := roundAxis{columns: columns, log: c.Rounds.Log}
	switch {
	case c.Rounds.Fixed():
		axis.first, axis.last = int(c.Rounds.Low), int(c.Rounds.High)
	case c.Rounds.Log && c.Limit > 0:
		axis.last = max(c.Limit, c.Round)
	default:
		axis.last = int(niceAbove(float64(max(c.Round, 10))))
		if c.Limit > 0 {
			axis.last = max(min(axis.last, c.Limit), c.Round)
		}
	}
	if axis.log {
		axis.first = max(axis.first, 1)
	}
	axis.last = max(axis.last, axis.first+2)
	return axis
}

// place is where round t lies, in columns; what is before the axis is below 0.
func (a roundAxis) place(t float64) float64 {
	if a.log {
		from := float64(a.first)
		return math.Log(max(t, .5)/from) / math.Log(float64(a.last)/from) * float64(a.columns)
	}
	return (t - float64(a.first)) / float64(a.last-a.first) * float64(a.columns)
}

// round is the round, or a place between two, that lies so many columns from the
// left.
func (a roundAxis) round(column float64) float64 {
	share := column / float64(a.columns)
	if a.log {
		return float64(a.first) * math.Pow(float64(a.last)/float64(a.first), share)
	}
	return float64(a.first) + share*float64(a.last-a.first)
}

// boundary is the first boundary that is not before round t, up to rounding; it
// may be beyond the axis.
func (a roundAxis) boundary(t int) int {
	return int(math.Ceil(a.place(float64(t)) - 1e-9))
}

// blank has no value at any boundary.
func (a roundAxis) blank() []float64 { return slices.Repeat([]float64{math.NaN()}, a.columns+1) }

func (a roundAxis) has(t int) bool { return t >= a.first && t <= a.last }

// ticks are the rounds at which the axis has a mark and a number.
func (a roundAxis) ticks() []int {
	var ticks []int
	if a.log {
		for t := 1; t <= a.last; t *= 10 {
			if a.has(t) {
				ticks = append(ticks, t)
			}
		}
		return append(ticks, a.last)
	}
	step := tickAbove(float64(a.last-a.first) / float64(max(a.columns/12, 1)))
	for t := (a.first + step - 1) / step * step; t <= a.last; t += step {
		ticks = append(ticks, t)
	}
	return ticks
}

// tickAbove is the smallest of 1, 2, 5, 10, … that is at least x.
func tickAbove(x float64) int {
	for unit := 1; ; unit *= 10 {
		for _, step := range []int{1, 2, 5} {
			if float64(step*unit) >= x {
				return step * unit
			}
		}
	}
}

// draw draws the axis and its numbers, breakpoints as marks on it. Columns are
// cells here.
func (a roundAxis) draw(t *theme.Theme, shown Axis, marks []int) []string {
	corner, flat, tickMark, breakMark := "└", "─", '┴', []rune(theme.BreakGlyph)[0]
	if t.Charset == theme.ASCII {
		corner, flat, tickMark, breakMark = "+", "-", '+', ':'
	}
	const axis = leftWidth - 1
	rule := []rune(strings.Repeat(" ", axis) + corner + strings.Repeat(flat, a.columns))
	numbers := []rune(kit.FitLine(cmp.Or(shown.Name, "rounds"), len(rule)))
	free := axis // the first cell that a number may take
	ticks := a.ticks()
	for i, tick := range ticks {
		x := axis + a.boundary(tick)
		if x > axis {
			rule[x] = tickMark
		}
		text := []rune(kit.Short(float64(tick) * cmp.Or(shown.Step, 1)))
		from := max(min(x-len(text)/2, len(numbers)-len(text)), axis)
		if from < free || (a.log && i == len(ticks)-2 && x+len(text) > len(numbers)-6) {
			continue // the end of a logarithmic axis is worth more than the decade before it
		}
		copy(numbers[from:], text)
		free = from + len(text) + 1
	}
	for _, mark := range marks {
		if a.has(mark) {
			rule[axis+a.boundary(mark)] = breakMark
		}
	}
	return []string{t.Faint.Render(string(rule)), t.Faint.Render(string(numbers))}
}
