// Package overlay makes lines of a chart from what is known besides a run: what theory
// says of a learner's regret, and what replications of the run measured. Labels say what a
// line claims and on whose word.
package overlay

import (
	"math"

	"regretscope/ui/chart"
)

// A Mode is what is laid over a picture of regret.
type Mode int

// The modes, in the order in which a person meets them.
const (
	Off    Mode = iota
	Exact       // the exact expectation
	Bounds      // lower bounds
	Rates       // the rates of theorems, scaled to the data
	modes  = iota
)

// Next returns the mode that follows, round and round.
func (m Mode) Next() Mode { return (m + 1) % modes }

// String returns a word for the mode.
func (m Mode) String() string {
	return [modes]string{"off", "exact", "bounds", "rates"}[m]
}

// A Quantity is what a picture shows over rounds.
type Quantity int

// The quantities that have overlays.
const (
	Regret       Quantity = iota + 1
	RegretPerLog          // regret / ln t
	Return                // expected per-round return; theory says nothing of it
)

// A Picture is the chart that lines are made for.
type Picture struct {
	Of    Quantity
	Log   bool // logarithmic axis of rounds
	Round int  // the present round: lines end there
}

// fineness is how many points a line has: more than any chart has columns.
const fineness = 400

func (p *Picture) value(round int, regret float64) float64 {
	if p.Of == RegretPerLog {
		return PerLog(round, regret)
	}
	return regret
}

// PerLog is regret over ln t; NaN in round 1.
func PerLog(round int, regret float64) float64 {
	if round < 2 {
		return math.NaN()
	}
	return regret / math.Log(float64(round))
}

// points returns those of a line: evenly spaced on the picture's axis of rounds, the last one
// at the present round.
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
