package trials

import (
	"fmt"
	"math"

	"regretscope/model/stats"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// MostPrecise is the maximum number of runs that a series is doubled to.
const MostPrecise = 10_000

func (e *Experiment) checkPrecision() error {
	switch p := e.Precision; {
	case p == 0:
		return nil
	case !(p > 0 && p < 1):
		return fmt.Errorf("precision %v: must be above 0 and below 100%%", p)
	case e.Runs > MostPrecise:
		return param.Refuse("runs", "runs %d: with a precision, must be at most %s", e.Runs, number.Count(MostPrecise))
	case e.Shard.Of > 0:
		return param.Refuse("shard", "shard %d/%d: cannot be combined with a precision, which needs all runs", e.Shard.Part,
			e.Shard.Of)
	}
	return nil
}

// mostRuns returns the maximum number of runs of a series.
func (e *Experiment) mostRuns() int {
	if e.Precision > 0 {
		return MostPrecise
	}
	return e.Runs
}

// longer doubles the runs of all series that miss the precision, and reports whether there are
// any.
func (w *dispatcher) longer() bool {
	if w.Precision == 0 || w.until >= MostPrecise {
		return false
	}
	open, until := 0, min(2*w.until, MostPrecise)
	for i := range w.closed {
		if !w.closed[i] {
			row := w.aggregator.row(i, len(w.design.Series[i].At)-1)
			w.closed[i] = row.HalfWidth() <= w.Precision
		}
		if !w.closed[i] {
			open++
		}
	}
	w.progress.Total += open * (until - w.until)
	w.begun, w.until = w.until, until
	return open > 0
}

// HalfWidth returns the relative half width of the mean's 95% interval. For equal runs it is 0
// if they settle the mean, else +Inf.
func (r *Row) HalfWidth() float64 {
	switch {
	case r.Interval != nil:
		return float64(max(r.RegretMean-r.Interval[0], r.Interval[1]-r.RegretMean)) / math.Abs(float64(r.RegretMean))
	case r.Certain, r.Runs >= stats.EnoughEqual:
		return 0
	}
	return math.Inf(1)
}

// RunsFor estimates the number of runs for a relative half width; 0 if the runs say nothing
// about it.
func (r *Row) RunsFor(precision float64) float64 {
	wide := r.HalfWidth()
	if wide == 0 || math.IsInf(wide, 1) {
		return 0
	}
	return stats.Needed(r.Runs, wide/precision)
}
