package plot

import (
	"slices"

	"regretscope/model"
	"regretscope/ui/chart"
	"regretscope/ui/kit"
)

func distributed(runs int) string {
	return kit.Plural(runs, "run") + ": 5, 25, 50, 75 and 95 %; dot: mean"
}

// distributions are the regrets at the horizon, a chart for each grid point, on one axis.
func distributions(r *model.Result, points int, o Options) []*chart.Chart {
	charts, end := make([]*chart.Chart, points), 0.
	for p := range charts {
		charts[p] = distribution(r, p, o)
		end = max(end, charts[p].End)
	}
	for _, c := range charts {
		c.End = end
		if !c.X.Log {
			c.X.High = 1.02 * end
		}
	}
	return charts
}

// distribution is that of a grid point: a box from the first to the third quartile with
// the median in it, whiskers to 5 and 95 %, and a dot at the mean, one learner below the
// other.
func distribution(r *model.Result, point int, o Options) *chart.Chart {
	names := r.Config.Names()
	n := len(names)
	slices.Reverse(names)
	c := &chart.Chart{Title: pointTitle(r, point), X: regret("T", o), Y: chart.Axis{Names: names, Low: -.6, High: float64(n) - .4}}
	for i := range n {
		rows := r.Of(point*n + i)
		row, y := &rows[len(rows)-1], float64(n-1-i)
		add := func(points ...chart.Point) {
			c.Lines = append(c.Lines, chart.Line{Series: i, Solid: true, Marked: len(points) == 1, Points: points})
			for _, at := range points {
				c.End = max(c.End, at.X)
			}
		}
		if len(row.Quartiles) == 2 && len(row.Tails) == 2 {
			const half = .3 // of a box's height
			median, low, high := float64(row.Median), float64(row.Quartiles[0]), float64(row.Quartiles[1])
			add(chart.Point{X: float64(row.Tails[0]), Y: y}, chart.Point{X: low, Y: y})
			add(chart.Point{X: high, Y: y}, chart.Point{X: float64(row.Tails[1]), Y: y})
			add(chart.Point{X: median, Y: y - half}, chart.Point{X: median, Y: y + half})
			box := []chart.Point{{X: low, Y: y - half}, {X: high, Y: y - half}, {X: high, Y: y + half}, {X: low, Y: y + half}}
			add(append(box, box[0])...)
			c.Bands = append(c.Bands, chart.Band{Series: i, Low: box[:2], High: []chart.Point{box[3], box[2]}})
		}
		add(chart.Point{X: float64(row.RegretMean), Y: y})
	}
	return c
}
