package model

import (
	"fmt"
	"math"

	"regretscope/model/stats"
)

// MostPrecise is to how many runs a series is doubled at most.
const MostPrecise = 10_000

func (e *Experiment) checkPrecision() error {
	switch p := e.Precision; {
	case p == 0:
		return nil
	case !(p > 0 && p < 1):
		return fmt.Errorf("precision %v: must be above 0 and below 100 %%", p)
	case e.Runs > MostPrecise:
		return fmt.Errorf("runs %d: with a precision they begin with at most %d", e.Runs, MostPrecise)
	case e.Shard.Of > 0:
		return fmt.Errorf("shard %d/%d: a part cannot know how precise the whole is", e.Shard.Part, e.Shard.Of)
	}
	return nil
}

// mostRuns is how many runs a series may come to have.
func (e *Experiment) mostRuns() int {
	if e.Precision > 0 {
		return MostPrecise
	}
	return e.Runs
}

// longer doubles the runs of all series whose mean is not yet as precise as asked, and
// reports whether there are any.
func (w *work) longer() bool {
	if w.Precision == 0 || w.until >= MostPrecise {
		return false
	}
	open, until := 0, min(2*w.until, MostPrecise)
	for i := range w.closed {
		if !w.closed[i] {
			w.closed[i] = HalfWidth(w.gathered.last(i)) <= w.Precision
		}
		if !w.closed[i] {
			open++
		}
	}
	w.progress.Total += open * (until - w.until)
	w.begun, w.until = w.until, until
	return open > 0
}

// HalfWidth is how far a sample's 95 % interval reaches from its mean, in relation to it;
// 0 where all values are equal, +Inf for a single one.
func HalfWidth(regrets []float64) float64 {
	s := stats.Summarise(regrets)
	i := stats.MeanInterval(regrets, stats.Confidence)
	return halfWidth(len(regrets), s.Mean, i.Low, i.High)
}

func halfWidth(runs int, mean, low, high float64) float64 {
	switch {
	case runs < 2:
		return math.Inf(1)
	case math.IsNaN(low):
		return 0
	}
	return max(mean-low, high-mean) / math.Abs(mean)
}

// HalfWidth is how far the interval of the mean reaches from it, in relation to it.
func (r *Row) HalfWidth() float64 {
	if r.Interval == nil {
		return halfWidth(r.Runs, 0, math.NaN(), 0)
	}
	return halfWidth(r.Runs, float64(r.RegretMean), float64(r.Interval[0]), float64(r.Interval[1]))
}

// RunsFor is about how many runs would narrow the interval of the mean to a half width
// in relation to it; 0 where the runs say nothing of it.
func (r *Row) RunsFor(precision float64) float64 {
	wide := r.HalfWidth()
	if wide == 0 || math.IsInf(wide, 1) || math.IsNaN(wide) {
		return 0
	}
	return float64(r.Runs) * (wide / precision) * (wide / precision)
}
