package chart

import (
	"math"
	"strings"

	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// A roundAxis maps rounds to the boundaries 0, …, columns between the plot's
// columns: evenly from round 0, or by the logarithm from round 1.
type roundAxis struct {
	columns int
	last    int // the round at the right end
	log     bool
}

// rounds chooses the axis: it ends at a round number a little behind the
// present round, so that the picture stands still for a while and then moves on.
func (c *Chart) rounds(columns int) roundAxis {
	axis := roundAxis{columns: columns, log: c.Log}
	if c.Log {
		// Ticks are at the decades, so the end is one, even behind the last round.
		axis.last = 100
		for axis.last < c.Round {
			axis.last *= 10
		}
		return axis
	}
	axis.last = int(niceAbove(float64(max(c.Round, 10))))
	if c.Limit > 0 {
		axis.last = max(min(axis.last, c.Limit), c.Round)
	}
	return axis
}

// boundary is where round t lies.
func (a roundAxis) boundary(t int) int {
	share := float64(t) / float64(a.last)
	if a.log {
		share = math.Log(float64(max(t, 1))) / math.Log(float64(a.last))
	}
	// Up to rounding, a round belongs to the first boundary that is not before it.
	b := int(math.Ceil(share*float64(a.columns) - 1e-9))
	return min(max(b, 0), a.columns)
}

// ticks are the rounds at which the axis has a mark and a number.
func (a roundAxis) ticks() []int {
	var ticks []int
	if a.log {
		for t := 1; t <= a.last; t *= 10 {
			ticks = append(ticks, t)
		}
		return ticks
	}
	step := tickAbove(float64(a.last) / float64(max(a.columns/12, 1)))
	for t := 0; t <= a.last; t += step {
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

// draw draws the axis and its numbers, breakpoints as marks on it.
func (a roundAxis) draw(t *theme.Theme, marks []int) []string {
	rule := []rune(strings.Repeat(" ", leftWidth-1) + "└" + strings.Repeat("─", a.columns))
	numbers := []rune(kit.Left("rounds", len(rule)))
	free := leftWidth - 1 // the first cell that a number may take
	for _, tick := range a.ticks() {
		x := leftWidth - 1 + a.boundary(tick)
		if tick > 0 && x > leftWidth-1 {
			rule[x] = '┴'
		}
		text := []rune(kit.Short(float64(tick)))
		from := max(min(x-len(text)/2, len(numbers)-len(text)), leftWidth-1)
		if from < free {
			continue
		}
		copy(numbers[from:], text)
		free = from + len(text) + 1
	}
	for _, mark := range marks {
		if mark <= a.last {
			rule[leftWidth-1+a.boundary(mark)] = []rune(theme.BreakGlyph)[0]
		}
	}
	return []string{t.Faint.Render(string(rule)), t.Faint.Render(string(numbers))}
}

// marks are series that draw a stroke over all rows at each of the given rounds.
func (a roundAxis) marks(at []int, rows int) [][]float64 {
	var series [][]float64
	for _, t := range at {
		b := a.boundary(t)
		if t > a.last || b < 1 {
			continue
		}
		stroke := make([]float64, a.columns+1)
		for i := range stroke {
			stroke[i] = math.NaN()
		}
		stroke[b-1], stroke[b] = 0, float64(rows)
		series = append(series, stroke)
	}
	return series
}
