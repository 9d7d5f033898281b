package overlay

import (
	"fmt"
	"math"

	"regretscope/model"
	"regretscope/ui/chart"
)

// A Spread is what a band around a mean shows.
type Spread int

// The spreads, in the order in which a person meets them.
const (
	StandardError Spread = iota // of the mean
	Deviation                   // of single runs
	NoBand
	spreads
)

// Next is the spread that follows, round and round.
func (s Spread) Next() Spread { return (s + 1) % spreads }

// String is how the spread is written behind a mean.
func (s Spread) String() string {
	return [spreads]string{"± standard error", "± sd of a run", "no band"}[s]
}

// of is the spread of a row's regret; NaN for one run alone, and for no band.
func (s Spread) of(row *model.Row) float64 {
	switch s {
	case StandardError:
		return row.StandardError()
	case Deviation:
		return float64(row.RegretSD)
	default:
		return math.NaN()
	}
}

// Replications makes the line of a learner's mean in a result and the band around
// it; there is no band where nothing is known of the spread. Name and selection
// of the mean are the caller's to add.
func (p *Picture) Replications(r *model.Result, learner int, s Spread, series int) (mean chart.Line, band []chart.Band) {
	rows := r.Of(learner)
	mean = chart.Line{Series: series, Points: p.of(rows, func(row *model.Row) float64 {
		if p.Of == Return {
			return float64(row.ReturnMean)
		}
		return p.value(row.Round, float64(row.RegretMean))
	})}
	if p.Of == Return || s == NoBand || len(rows) == 0 || math.IsNaN(s.of(&rows[len(rows)-1])) {
		return mean, nil
	}
	edge := func(sign float64) chart.Points {
		return p.of(rows, func(row *model.Row) float64 {
			return p.value(row.Round, float64(row.RegretMean)+sign*s.of(row))
		})
	}
	return mean, []chart.Band{{Series: series, Low: edge(-1), High: edge(+1)}}
}

// of are the values of rows.
func (p *Picture) of(rows []model.Row, value func(*model.Row) float64) chart.Points {
	return func(yield func(int, float64) bool) {
		for i := range rows {
			if !yield(rows[i].Round, value(&rows[i])) {
				return
			}
		}
	}
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

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
