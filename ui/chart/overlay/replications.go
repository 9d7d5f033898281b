package overlay

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"regretscope/model"
	"regretscope/ui/chart"
	"regretscope/ui/kit"
)

// Replications makes the line of a learner in a result and the band around it;
// there is no band where nothing is known of the spread. Name and selection of
// the line are the caller's to add.
func (p *Picture) Replications(r *model.Result, learner int, s Spread, series int) (middle chart.Line, band []chart.Band) {
	rows := r.Of(learner)
	rounds := make([]float64, len(rows))
	for i := range rows {
		rounds[i] = float64(rows[i].Round)
	}
	return p.spread(s, series, rows, rounds)
}

// spread makes the line and the band of rows, whose places on the x axis are given.
// The return has a mean only.
func (p *Picture) spread(s Spread, series int, rows []model.Row, x []float64) (middle chart.Line, band []chart.Band) {
	middle = chart.Line{Series: series}
	edges := chart.Band{Series: series}
	for i := range rows {
		row, at := &rows[i], x[i]
		if p.Of == Return {
			middle.Points = append(middle.Points, chart.Point{X: at, Y: float64(row.ReturnMean)})
			continue
		}
		y, low, high := s.Of(row)
		middle.Points = append(middle.Points, chart.Point{X: at, Y: p.value(row.Round, y)})
		edges.Low = append(edges.Low, chart.Point{X: at, Y: p.value(row.Round, low)})
		edges.High = append(edges.High, chart.Point{X: at, Y: p.value(row.Round, high)})
	}
	if n := len(edges.Low); n > 0 && !math.IsNaN(edges.Low[n-1].Y) {
		band = []chart.Band{edges}
	}
	return middle, band
}

// Sweep makes the chart of regret at the horizon over a parameter, whose value at
// each grid point number tells: a line and a band for every learner. Points at which the parameter is infinite are left out.
func (p *Picture) Sweep(r *model.Result, x chart.Axis, number func(point int) float64, s Spread) *chart.Chart {
	var order []int
	for point := range r.Config.Points {
		if kit.Finite(number(point)) {
			order = append(order, point)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(number(a), number(b)) })
	x.Log = p.Log
	c := &chart.Chart{X: x, Y: chart.Axis{Floor: p.Of != Return}}
	if n := len(order); n > 0 {
		c.End = number(order[n-1])
		c.Limit = c.End
		if p.Log {
			c.X.Low, c.X.High = number(order[0]), c.End
		}
	}
	for i, name := range r.Config.Names() {
		var rows []model.Row
		var at []float64
		for _, point := range order {
			all := r.Of(point*len(r.Config.Learners) + i)
			rows, at = append(rows, all[len(all)-1]), append(at, number(point))
		}
		line, band := p.spread(s, i, rows, at)
		line.Name, line.Marked = name, true
		c.Lines, c.Bands = append(c.Lines, line), append(c.Bands, band...)
	}
	return c
}

// Behind adds every learner's mean and band to a chart, behind its lines, and
// says what they are. There are as many learners.
func (p *Picture) Behind(r *model.Result, learners int, c *chart.Chart) (captions []string) {
	if r == nil || r.Runs == 0 {
		return []string{"replications: x plays them"}
	}
	for i := range learners {
		mean, band := p.Replications(r, i, StandardError, i)
		mean.Guide, mean.Dotted = true, true
		c.Lines, c.Bands = append(c.Lines, mean), append(c.Bands, band...)
	}
	return []string{fmt.Sprintf("dotted: mean of %d runs ± standard error", r.Runs)}
}
