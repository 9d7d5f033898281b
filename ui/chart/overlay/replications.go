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
	return p.spread(s, series, func(value func(*model.Row) float64) chart.Points {
		return func(yield func(int, float64) bool) {
			for i := range rows {
				if !yield(rows[i].Round, value(&rows[i])) {
					return
				}
			}
		}
	})
}

// spread makes the line and the band of rows, whose values are put in a row by
// along. The return has a mean only.
func (p *Picture) spread(s Spread, series int, along func(func(*model.Row) float64) chart.Points) (middle chart.Line, band []chart.Band) {
	if p.Of == Return {
		return chart.Line{Series: series, Points: along(func(row *model.Row) float64 { return float64(row.ReturnMean) })}, nil
	}
	part := func(i int) chart.Points {
		return along(func(row *model.Row) float64 {
			var parts [3]float64
			parts[0], parts[1], parts[2] = s.Of(row)
			return p.value(row.Round, parts[i])
		})
	}
	middle = chart.Line{Series: series, Points: part(0)}
	low := part(1)
	last := math.NaN()
	for _, v := range low {
		last = v
	}
	if !math.IsNaN(last) {
		band = []chart.Band{{Series: series, Low: low, High: part(2)}}
	}
	return middle, band
}

// Sweep makes the chart of regret at the horizon over a parameter, whose value at
// each grid point number tells: a line and a band for every learner, named as on
// the command line. Points at which the parameter is infinite are left out.
func (p *Picture) Sweep(r *model.Result, number func(point int) float64, s Spread) *chart.Chart {
	order, step := inOrder(len(r.Config.Points), number)
	at := func(point int) int { return int(math.Round(number(point) / step)) }
	c := &chart.Chart{Rounds: chart.Axis{Log: p.Log, Step: step}, Values: chart.Axis{Floor: p.Of != Return}}
	if len(order) > 0 {
		c.Round = at(order[len(order)-1])
		c.Limit = c.Round
		if p.Log {
			c.Rounds.Low, c.Rounds.High = float64(at(order[0])), float64(c.Round)
		}
	}
	for i, name := range r.Config.Learners {
		line, band := p.spread(s, i, func(value func(*model.Row) float64) chart.Points {
			return func(yield func(int, float64) bool) {
				for _, point := range order {
					rows := r.Of(point*len(r.Config.Learners) + i)
					if !yield(at(point), value(&rows[len(rows)-1])) {
						return
					}
				}
			}
		})
		line.Name = name
		c.Lines, c.Bands = append(c.Lines, line), append(c.Bands, band...)
	}
	return c
}

// inOrder sorts the grid points by their finite parameters, and chooses what one
// round of the chart stands for: a power of ten, so that ticks fall on round
// numbers.
func inOrder(points int, number func(int) float64) (order []int, step float64) {
	for i := range points {
		if kit.Finite(number(i)) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(number(a), number(b)) })
	if len(order) == 0 {
		return nil, 1
	}
	return order, math.Pow(10, math.Floor(math.Log10(number(order[len(order)-1])))-8)
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
