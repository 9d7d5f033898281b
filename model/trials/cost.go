package trials

import (
	"context"
	"math"
	"sync/atomic"
	"time"
)

// A Cost is an estimate of the seconds that an experiment takes on one core, from timing a part
// of every series.
type Cost struct {
	Mean, Low, High float64
	Units           int
	// Series holds the estimate of one unit of each series.
	Series []float64
}

// pieces is the number of replications of a series that are timed.
const pieces = 3

// Cost times the start of some replications of every series, for about the budget in total, and
// extrapolates from the pace of the last stretch. Low and High come from the fastest and the
// slowest replication and their last two stretches. The experiment must have been checked.
func (e *Experiment) Cost(ctx context.Context, budget time.Duration, progress func(Progress)) (*Cost, error) {
	design := e.Design(ctx)
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	s := newSimulator(e, design)
	stop := new(atomic.Bool)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	each := max(budget/time.Duration(pieces*len(design.Series)), 5*time.Millisecond)
	c := &Cost{Units: e.Runs * len(design.Series)}
	firsts := design.firsts()
	for i := range design.Series {
		if firsts[i] != i {
			c.Series = append(c.Series, 0) // it is a copy
			continue
		}
		total, low, high := 0., math.Inf(1), 0.
		for run := range pieces {
			mean, least, most := s.time(stop, Unit{i, run}, each)
			if err := context.Cause(ctx); err != nil {
				return nil, err
			}
			total += mean / pieces
			low, high = min(low, least), max(high, most)
		}
		c.Series = append(c.Series, total)
		runs := float64(e.Runs)
		c.Mean, c.Low, c.High = c.Mean+runs*total, c.Low+runs*low, c.High+runs*high
		if progress != nil {
			progress(Progress{Done: i + 1, Total: len(design.Series)})
		}
	}
	return c, nil
}

// time estimates the seconds of a unit from the rounds that fit into the budget.
func (s *simulator) time(stop *atomic.Bool, u Unit, budget time.Duration) (mean, low, high float64) {
	series := &s.design.Series[u.Series]
	began := time.Now()
	run := s.start(job{u.Series, u.Run, u.Run + series.Batch()})
	defer run.end()
	alike := float64(len(run.runs))
	var paces []float64 // seconds per round of each stretch
	for round, at := 0, time.Duration(0); round < series.Horizon && !stop.Load(); {
		if at > budget && len(paces) > 1 {
			break
		}
		run.advance(stop, min(max(256, 2*round), series.Horizon-round))
		now := time.Since(began)
		if run.round() == round {
			break // stopped, or a program failed
		}
		paces = append(paces, (now-at).Seconds()/float64(run.round()-round))
		round, at = run.round(), now
	}
	spent := time.Since(began).Seconds()
	left := float64(series.Horizon - run.round())
	if left == 0 || len(paces) < 2 {
		return spent / alike, spent / alike, spent / alike
	}
	last, before := paces[len(paces)-1]/alike, paces[len(paces)-2]/alike
	spent /= alike
	return spent + left*last, spent + left*min(last, before), spent + left*max(last, before)
}
