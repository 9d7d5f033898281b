package model

import (
	"context"
	"sync"
	"sync/atomic"
)

// A work is an experiment under way.
type work struct {
	*Experiment
	design   *Design
	workers  int
	until    int    // the runs that series have now which are still open
	closed   []bool // by series: it has the runs that it needs
	firsts   []int  // by series: the first one that plays the same, itself where there is no other
	units    chan Unit
	outcomes chan outcome
	group    sync.WaitGroup
	release  func() bool // ends the watch over the context
	busy     int
	gathered *gathered // nil for a shard, whose units give no result by themselves
	progress Progress
	report   func(Progress)
	fault    any
	err      error // of the store
}

func (e *Experiment) start(ctx context.Context, report func(Progress)) *work {
	w := &work{
		Experiment: e, design: e.Written, workers: e.workers(), report: report,
		units: make(chan Unit), outcomes: make(chan outcome),
	}
	if w.design == nil {
		w.design = e.Design(ctx)
	}
	w.until, w.closed, w.firsts = e.Runs, make([]bool, len(w.design.Series)), w.design.firsts()
	if e.Shard.Of == 0 {
		w.gathered = newGathered(w.design, e.Precision > 0)
	}
	for u := (Unit{}); u.Run < e.Runs; u = w.after(u) {
		if e.Shard.Has(u) {
			w.progress.Total++
		}
	}
	simulator := newSimulator(e, w.design)
	stop := new(atomic.Bool)
	w.release = context.AfterFunc(ctx, func() { stop.Store(true) })
	for range min(w.workers, w.progress.Total) {
		w.group.Go(func() {
			for u := range w.units {
				w.outcomes <- simulator.try(stop, u)
			}
		})
	}
	return w
}

func (w *work) failed() bool { return w.fault != nil || w.err != nil }

// after is the unit behind u: all series of a run come before the next run.
func (w *work) after(u Unit) Unit {
	if u.Series++; u.Series == len(w.design.Series) {
		return Unit{Run: u.Run + 1}
	}
	return u
}

// needed reports whether a unit has to be simulated; one that the store has is
// counted instead, and one that plays as another is copied with it.
func (w *work) needed(u Unit) bool {
	if w.closed[u.Series] || !w.Shard.Has(u) || w.copied(u) {
		return false
	}
	f := w.find(u)
	if f == nil {
		return true
	}
	w.progress.Kept++
	w.keep(f, false)
	return false
}

// copied reports whether a unit comes with another one of the same shard.
func (w *work) copied(u Unit) bool {
	first := Unit{w.firsts[u.Series], u.Run}
	return first != u && w.Shard.Has(first)
}

func (w *work) find(u Unit) *Finished {
	if w.Store == nil {
		return nil
	}
	return w.Store.Find(u)
}

// take keeps the results of a worker.
func (w *work) take(o outcome) {
	if o.fault != nil {
		w.fault = o.fault
	}
	if o.finished != nil && !w.failed() {
		w.keep(o.finished, true)
	}
}

// keep counts a unit, which is stored first where it is new, and those that play the same.
func (w *work) keep(f *Finished, fresh bool) {
	if fresh && w.Store != nil {
		if w.err = w.Store.Append(f); w.err != nil {
			return
		}
	}
	w.count(f)
	for i := f.Series + 1; i < len(w.firsts) && w.firsts[f.Series] == f.Series && !w.failed(); i++ {
		if w.firsts[i] != f.Series || !w.Shard.Has(Unit{i, f.Run}) {
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

func (w *work) count(f *Finished) {
	if w.gathered != nil {
		w.gathered.add(f)
	}
	w.progress.Done++
	if w.report != nil {
		w.report(w.progress)
	}
}
