package chart

import (
	"math"
	"slices"

	"regretscope/ui/kit"
)

// sampled is a chart at the boundaries between a plot's columns.
type sampled struct {
	lines     [][]float64 // by line, then by boundary; NaN for none
	low, high [][]float64 // of the bands
	any       bool        // there is a value at all
}

func (c *Chart) sample(axis roundAxis) sampled {
	var s sampled
	for i := range c.Lines {
		l := &c.Lines[i]
		until := c.Round
		if l.Ahead {
			until = max(until, axis.last)
		}
		values, some := decimate(l.Points, l.Held, axis, until)
		s.lines = append(s.lines, values)
		s.any = s.any || (some && !l.Guide)
	}
	for i := range c.Bands {
		low, _ := decimate(c.Bands[i].Low, false, axis, c.Round)
		high, some := decimate(c.Bands[i].High, false, axis, c.Round)
		s.low, s.high = append(s.low, low), append(s.high, high)
		s.any = s.any || some
	}
	return s
}

// decimate makes of points one value for each boundary, NaN where there is none.
// It keeps extremes: of the values that fall to one boundary it keeps the one
// that is farther from the value before, so that a spike of one round is seen in
// a million, and the newest value at the newest boundary.
func decimate(points Points, held bool, axis roundAxis, round int) (values []float64, some bool) {
	d := decimation{
		axis: axis, held: held, values: axis.blank(),
		end: axis.boundary(round), at: before, last: math.NaN(), least: math.NaN(), most: math.NaN(), shown: math.NaN(),
	}
	for t, v := range points {
		if t > round {
			break
		}
		if !kit.Finite(v) {
			v = math.NaN()
		}
		d.add(t, v)
		if t > axis.last {
			break // the line up to here has been drawn by this point
		}
	}
	d.close()
	d.fill(d.end+1, 0, math.NaN())
	return d.values, slices.ContainsFunc(d.values, kit.Finite)
}

// before is the boundary of rounds before the axis.
const before = -1

// A decimation is under way from point to point.
type decimation struct {
	axis   roundAxis
	held   bool
	values []float64
	end    int // the newest boundary

	at          int     // the boundary that points fall to
	round       int     // of the newest point
	last        float64 // value of the newest point
	least, most float64 // of the points at the boundary
	shown       float64 // what was chosen at the boundary before
}

func (d *decimation) add(t int, v float64) {
	b := max(d.axis.boundary(t), before)
	if b != d.at {
		d.close()
		d.fill(b, t, v)
		d.at, d.least, d.most = b, v, v
	} else {
		d.least, d.most = least(d.least, v), most(d.most, v)
	}
	d.round, d.last = t, v
}

// close chooses the value of the boundary that points fell to.
func (d *decimation) close() {
	if d.at < 0 || d.at >= len(d.values) {
		d.shown = d.last
		return
	}
	chosen := d.last
	if d.at < d.end && kit.Finite(d.least) {
		chosen = d.least
		if math.IsNaN(d.shown) {
			d.shown = d.last // the first values of all: what departs from them?
		}
		if math.Abs(d.most-d.shown) > math.Abs(d.least-d.shown) {
			chosen = d.most
		}
	}
	d.values[d.at], d.shown = chosen, chosen
}

// fill draws the line from the newest point to boundary next, where the value is
// v at round t.
func (d *decimation) fill(next, t int, v float64) {
	straight := !d.held && t-d.round > 1 && kit.Finite(v) && kit.Finite(d.last)
	for i := max(d.at+1, 0); i < next && i < len(d.values); i++ {
		d.values[i] = d.last
		if straight {
			share := (d.axis.round(float64(i)) - float64(d.round)) / float64(t-d.round)
			d.values[i] += (v - d.last) * min(max(share, 0), 1)
		}
	}
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
