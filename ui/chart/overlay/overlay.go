// Package overlay makes lines of a chart from results besides a run: theory of a learner's
// regret, and measurements of replications. Labels state the claim of a line and its source.
package overlay

import (
	"math"

	"regretscope/ui/chart"
)

// A Mode is a kind of overlay on a picture of regret.
type Mode int

// Modes, in the order of the command.
const (
	Off    Mode = iota
	Exact       // the exact expectation
	Bounds      // lower bounds
	Rates       // the rates of theorems, scaled to the data
	modes  = iota
)

// Next returns the following mode, in a circle.
func (m Mode) Next() Mode { return (m + 1) % modes }

// String returns the name of the mode.
func (m Mode) String() string {
	return [modes]string{"off", "exact", "bounds", "rates"}[m]
}

// A Quantity is the quantity of a picture over rounds.
type Quantity int

// Quantities with overlays.
const (
	Regret       Quantity = iota + 1
	RegretPerLog          // regret / ln t
	Return                // expected per-round return; there is no theory of it
)

// A Picture describes the chart for which lines are made.
type Picture struct {
	Of    Quantity
	Log   bool // logarithmic axis of rounds
	Round int  // the present round: lines end there
}

// fineness is the number of points of a line, more than any chart has columns.
const fineness = 400

func (p *Picture) value(round int, regret float64) float64 {
	if p.Of == RegretPerLog {
		return PerLog(round, regret)
	}
	return regret
}

// PerLog returns regret over ln t; NaN in round 1.
func PerLog(round int, regret float64) float64 {
	if round < 2 {
		return math.NaN()
	}
	return regret / math.Log(float64(round))
}

// points returns the points of a line: evenly spaced on the picture's axis of rounds, the last
// one at the present round.
func (p *Picture) points(regret func(round int) float64) (all []chart.Point) {
	last := 0
	for i := range fineness {
		t := (p.Round*(i+1) + fineness - 1) / fineness
		if p.Log {
			t = int(math.Round(math.Pow(float64(p.Round), float64(i+1)/fineness)))
		}
		if t > last {
			all = append(all, chart.Point{X: float64(t), Y: p.value(t, regret(t))})
		}
		last = max(last, t)
	}
	return all
}
