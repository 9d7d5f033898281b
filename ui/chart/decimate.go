package chart

import (
	"math"
	"slices"

	"regretscope/noise/number"
)

// sampled is a chart sampled at the boundaries between a plot's columns.
type sampled struct {
	lines     [][]float64 // by line, then by boundary; NaN if a line has no value
	low, high [][]float64 // of the bands
	any       bool        // something to draw has a value
}

func (c *Chart) sample(axis xAxis) sampled {
	var s sampled
	for i := range c.Lines {
		l := &c.Lines[i]
		values, some := decimate(l.Points, l.Held, axis, c.End)
		s.lines = append(s.lines, values)
		s.any = s.any || (some && !l.Guide)
	}
	for i := range c.Bands {
		low, _ := decimate(c.Bands[i].Low, false, axis, c.End)
		high, some := decimate(c.Bands[i].High, false, axis, c.End)
		s.low, s.high = append(s.low, low), append(s.high, high)
		s.any = s.any || some
	}
	return s
}

// decimate reduces points to one value for each boundary, or NaN. It keeps extremes: of the
// values at one boundary it keeps the one farthest from the value before, so that a spike of
// one round is visible in a million; at the newest boundary it keeps the newest value.
func decimate(points []Point, held bool, axis xAxis, until float64) (values []float64, some bool) {
	d := decimation{
		axis: axis, held: held, values: axis.blank(),
		end: axis.boundary(until), at: before, newest: Point{0, math.NaN()}, shown: math.NaN(),
	}
	for _, p := range points {
		if p.X > until {
			break
		}
		if !number.Finite(p.Y) {
			p.Y = math.NaN()
		}
		d.add(p)
		if p.X > axis.last {
			break // this point draws the line up to here
		}
	}
	d.close()
	d.fill(d.end+1, Point{0, math.NaN()})
	return d.values, slices.ContainsFunc(d.values, number.Finite)
}

// before is the boundary of rounds before the axis.
const before = -1

// A decimation goes from point to point.
type decimation struct {
	axis   xAxis
	held   bool
	values []float64
	end    int // the newest boundary

	at          int // the boundary of the present points
	newest      Point
	least, most float64 // of the points at the boundary; infinite without a value
	shown       float64 // the value at the boundary before
}

func (d *decimation) add(p Point) {
	if b := max(d.axis.boundary(p.X), before); b != d.at {
		d.close()
		d.fill(b, p)
		d.at, d.least, d.most = b, math.Inf(1), math.Inf(-1)
	}
	if !math.IsNaN(p.Y) {
		d.least, d.most = min(d.least, p.Y), max(d.most, p.Y)
	}
	d.newest = p
}

// close chooses the value of the present boundary.
func (d *decimation) close() {
	if d.at < 0 || d.at >= len(d.values) {
		d.shown = d.newest.Y
		return
	}
	chosen := d.newest.Y
	if d.at < d.end && number.Finite(d.least) {
		chosen = d.least
		if math.IsNaN(d.shown) {
			d.shown = d.newest.Y // the first values of all: nothing precedes them
		}
		if math.Abs(d.most-d.shown) > math.Abs(d.least-d.shown) {
			chosen = d.most
		}
	}
	d.values[d.at], d.shown = chosen, chosen
}

// fill draws the line from the newest point to the boundary of the next point.
func (d *decimation) fill(next int, to Point) {
	from := d.newest
	straight := !d.held && to.X-from.X > d.axis.grain && number.Finite(to.Y) && number.Finite(from.Y)
	for i := max(d.at+1, 0); i < next && i < len(d.values); i++ {
		d.values[i] = from.Y
		if straight {
			share := (d.axis.x(float64(i)) - from.X) / (to.X - from.X)
			d.values[i] += (to.Y - from.Y) * min(max(share, 0), 1)
		}
	}
}
