package chart

import (
	"iter"
	"math"
)

// decimate makes of every line one value for each boundary between the plot's
// columns, NaN where it has none; any tells whether there is a value at all.
func (c *Chart) decimate(axis roundAxis) (series [][]float64, any bool) {
	series = make([][]float64, len(c.Lines))
	for i := range c.Lines {
		var some bool
		series[i], some = decimate(c.Lines[i].Points, axis, c.Round)
		any = any || (some && !c.Lines[i].Guide)
	}
	return series, any
}

// decimate keeps extremes: of the values that fall to one boundary it keeps the
// one that is farther from the value before, so that a spike of one round is
// seen in a million, and the newest value at the newest boundary. A boundary
// without a value of its own has the one before it, because a value holds until
// the next.
func decimate(points iter.Seq2[int, float64], axis roundAxis, round int) (values []float64, some bool) {
	values = make([]float64, axis.columns+1)
	for i := range values {
		values[i] = math.NaN()
	}
	end := axis.boundary(round)
	at, before, last := -1, math.NaN(), math.NaN()
	low, high := math.NaN(), math.NaN()
	// closeAt ends boundary at and lets its last value hold up to boundary next.
	closeAt := func(next int) {
		if at < 0 {
			return
		}
		chosen := last
		if at < end && finite(low) {
			chosen = low
			if math.IsNaN(before) {
				before = last // the first values of all: what departs from them?
			}
			if math.Abs(high-before) > math.Abs(low-before) {
				chosen = high
			}
		}
		values[at] = chosen
		for i := at + 1; i < next && i < len(values); i++ {
			values[i] = last
		}
		before = chosen
	}
	for t, v := range points {
		if t > round {
			break
		}
		if !finite(v) {
			v = math.NaN()
		} else {
			some = true
		}
		if b := axis.boundary(t); b != at {
			closeAt(b)
			at, low, high = b, v, v
		} else {
			// A finite value wins over none.
			low, high = least(low, v), most(high, v)
		}
		last = v
	}
	closeAt(end + 1)
	return values, some
}

// least is the smaller of two numbers, of which either may be NaN for none.
func least(a, b float64) float64 {
	if math.IsNaN(a) || b < a {
		return b
	}
	return a
}

// most is the larger of two numbers, of which either may be NaN for none.
func most(a, b float64) float64 {
	if math.IsNaN(a) || b > a {
		return b
	}
	return a
}
