package trials

import (
	"cmp"
	"context"
	"sync"
	"sync/atomic"
)

// A dispatcher hands the units of a running experiment to workers and collects the results.
type dispatcher struct {
	*Experiment
	design     *Design
	workers    int
	reach      int    // maximum number of runs ahead of the oldest run under way
	begun      int    // the number of runs that series had before the last increase
	until      int    // the number of runs of series that are still open
	closed     []bool // by series: it has all runs that it needs
	firsts     []int  // by series: the first series with the same plays, or itself
	units      chan job
	outcomes   chan outcome
	group      sync.WaitGroup
	release    func() bool // stops watching the context
	busy       int
	aggregator *aggregator // nil for a shard, which has no result of its own
	progress   Progress
	spent      []struct{ seconds, units float64 } // by series
	report     func(Progress)
	fault      any
	err        error // from the store or a program
}

func (e *Experiment) start(ctx context.Context, report func(Progress)) *dispatcher {
	w := &dispatcher{
		Experiment: e, design: e.Written, workers: e.workers(), report: report,
		units: make(chan job), outcomes: make(chan outcome),
	}
	if w.design == nil {
		w.design = e.Design(ctx)
	}
	w.until, w.closed, w.firsts = e.Runs, make([]bool, len(w.design.Series)), w.design.firsts()
	if e.Shard.Of == 0 {
		w.aggregator = newAggregator(w.design, e.Precision > 0)
	} else if e.Idle != nil {
		for i := range w.closed {
			w.closed[i] = e.Idle[i%len(e.Idle)]
		}
	}
	w.spent = make([]struct{ seconds, units float64 }, len(w.closed))
	w.reach = w.workers
	for i := range w.design.Series {
		w.reach = max(w.reach, w.workers*w.design.Series[i].Batch())
	}
	for u := (Unit{}); u.Run < e.Runs; u = w.after(u) {
		if !w.closed[u.Series] && e.Shard.Has(u, w.design) {
			w.progress.Total++
		}
	}
	simulator := newSimulator(e, w.design)
	stop := new(atomic.Bool)
	w.release = context.AfterFunc(ctx, func() { stop.Store(true) })
	w.progress.Workers = min(w.workers, w.progress.Total)
	for range w.progress.Workers {
		w.group.Go(func() {
			for j := range w.units {
				w.outcomes <- simulator.try(ctx, stop, j)
			}
		})
	}
	return w
}

func (w *dispatcher) failed() bool { return w.fault != nil || w.err != nil }

// after returns the unit after u. All series of a run come before the next run.
func (w *dispatcher) after(u Unit) Unit {
	if u.Series++; u.Series == len(w.design.Series) {
		return Unit{Run: u.Run + 1}
	}
	return u
}

// needed returns the job that starts at a unit, and reports whether to simulate it. It counts
// stored units as done. If only part of a batch is stored, the whole batch is played again, because
// its lanes depend on each other. A series that plays like another is copied with it.
func (w *dispatcher) needed(u Unit) (j job, needed bool) {
	size := w.design.Series[u.Series].Batch()
	if w.closed[u.Series] || !w.Shard.Has(u, w.design) || w.copied(u) || u.Run%size != 0 && u.Run != w.begun {
		return j, false
	}
	j = job{u.Series, u.Run, min(u.Run-u.Run%size+size, w.until)}
	for run := j.from; run < j.to; run++ {
		if f := w.find(Unit{u.Series, run}); f == nil {
			needed = true
		} else {
			w.progress.Kept++
			w.keep(f, false)
		}
	}
	return j, needed
}

// copied reports whether a unit is a copy of another one in the same shard.
func (w *dispatcher) copied(u Unit) bool {
	first := Unit{w.firsts[u.Series], u.Run}
	return first != u && w.Shard.Has(first, w.design)
}

func (w *dispatcher) find(u Unit) *Finished {
	if w.Store == nil {
		return nil
	}
	return w.Store.Find(u)
}

// take handles a worker's results.
func (w *dispatcher) take(o outcome) {
	if o.fault != nil {
		w.fault = o.fault
	}
	w.err = cmp.Or(w.err, o.err)
	for _, f := range o.finished {
		known := len(o.finished) > 1 && w.find(f.Unit) != nil // already counted
		if !known && !w.failed() {
			w.keep(f, true)
		}
	}
}

// keep counts a unit and its copies. It stores them first if they are new.
func (w *dispatcher) keep(f *Finished, fresh bool) {
	if fresh && w.Store != nil {
		if w.err = w.Store.Append(f); w.err != nil {
			return
		}
	}
	w.count(f)
	for i := f.Series + 1; i < len(w.firsts) && w.firsts[f.Series] == f.Series && !w.failed(); i++ {
		if w.firsts[i] != f.Series || !w.Shard.Has(Unit{i, f.Run}, w.design) {
			continue
		}
		same := w.find(Unit{i, f.Run})
		stored := same != nil
		if stored {
			w.progress.Kept++
		} else {
			own := *f
			own.Series, own.Elapsed = i, 0
			same = &own
		}
		w.keep(same, !stored)
	}
}

func (w *dispatcher) count(f *Finished) {
	if w.aggregator != nil {
		w.aggregator.add(f)
	}
	w.progress.Done++
	w.spent[f.Series].seconds += f.Elapsed
	w.spent[f.Series].units++
	if w.report != nil {
		w.progress.Elapsed = w.elapsed()
		w.report(w.progress)
	}
}

// elapsed returns Progress.Elapsed. Every series has about as many units as the others.
func (w *dispatcher) elapsed() (sum float64) {
	for _, s := range w.spent {
		if s.units == 0 {
			return 0
		}
		sum += s.seconds / s.units
	}
	return sum * float64(w.progress.Total) / float64(len(w.spent))
}
