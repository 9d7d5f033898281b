package trials

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"regretscope/model"
	"regretscope/model/stats"
	"regretscope/model/theory"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// A Floor is the highest lower bound on the regret of a series at its last reported round, or the
// condition that fails.
type Floor struct {
	Kind    theory.Kind    `json:"kind,omitempty"`
	Source  string         `json:"source,omitempty"`
	Heights []number.Float `json:"heights,omitempty"` // at each reported round, for theory.Times
	Missing string         `json:"missing,omitempty"`
}

// floorOf returns learner i's floor at the reported rounds. A program may claim an ε; otherwise claimed is 0.
func floorOf(c *model.Config, i int, at []int, claimed float64) *Floor {
	curve, missing := c.Floor(i, at[len(at)-1])
	if claimed > 0 && !math.IsInf(claimed, 1) {
		if curve, missing = c.FloorAt(i, at[len(at)-1], claimed); missing == "" {
			curve.Source = strings.Replace(curve.Source, "audited", "if its claim holds:", 1)
		}
	}
	f := &Floor{Missing: missing}
	if missing == "" {
		f.Kind, f.Source = curve.Kind, curve.Source
		f.Heights = param.Map(at, func(t int) number.Float { return number.Float(curve.Height(t)) })
	}
	return f
}

// Possible reports whether the program writes such a floor for a number of reported rounds.
func (f *Floor) Possible(rounds int) bool {
	switch {
	case f == nil:
		return true
	case f.Missing != "":
		return f.Kind == ""
	}
	return (f.Kind == theory.Lower || f.Kind == theory.Slope) && len(f.Heights) == rounds
}

// grows reports whether a distance from the floor needs the regret at theory.Root of each round.
func (f *Floor) grows() bool { return f != nil && f.Kind == theory.Slope }

// A Distance compares regret with a floor. What is unknown is nil or empty.
type Distance struct {
	Floor       *number.Float `json:"floor"` // at the row's round, or the coefficient of ln t of a slope
	FloorKind   theory.Kind   `json:"floor_kind"`
	FloorSource string        `json:"floor_source"`
	Missing     string        `json:"floor_missing,omitempty"` // why there is no floor
	Times       *number.Float `json:"times_floor"`
	TimesLow    *number.Float `json:"times_floor_low"` // 95% interval
	TimesHigh   *number.Float `json:"times_floor_high"`
}

// distance returns the distance of series i at reported round k.
func (t *Totals) distance(i, k int) (d Distance) {
	f, m, round := t.design.Series[i].Floor, &t.series[i].at[k], t.design.Series[i].At[k]
	if f == nil || f.Missing != "" {
		if f != nil {
			d.Missing = f.Missing
		}
		return d
	}
	height := float64(f.Heights[k])
	d.FloorKind, d.FloorSource, d.Floor = f.Kind, f.Source, finite(height)
	times := slices.Clone(m.regrets)
	for run, regret := range times {
		before := 0.0
		if f.grows() {
			before = m.roots[run]
		}
		times[run] = theory.Times(f.Kind, height, round, regret, before)
	}
	if d.Times = finite(stat.Mean(times, nil)); d.Times != nil {
		interval := stats.MeanInterval(times, stats.Confidence)
		d.TimesLow, d.TimesHigh = finite(interval.Low), finite(interval.High)
	}
	return d
}

// finite returns a number, or nil if it is infinite or NaN.
func finite(x float64) *number.Float {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return (*number.Float)(&x)
}

// Gap returns the smallest positive gap of arms whose means do not change; nil without one.
func (e *Environment) Gap() *number.Float {
	gap := math.NaN()
	if len(e.Phases) == 1 && e.Matroid == nil && len(e.Phases[0].Means) > 0 {
		best := slices.Max(e.Phases[0].Means)
		for _, mean := range e.Phases[0].Means {
			if mean < best && !(best-mean >= gap) {
				gap = number.Round(best-mean, 12)
			}
		}
	}
	return finite(gap)
}
