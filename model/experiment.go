package model

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
)

// Limits of an experiment, checked before anything is allocated.
const (
	MaxRuns         = 1_000_000
	MaxReported     = 1000       // rounds to report
	MaxWorkers      = 1024       // goroutines
	MaxMeasurements = 20_000_000 // runs × learners × reported rounds, of 16 bytes each
	MaxCounts       = 1_000_000  // learners × reported rounds × arms, of 8 bytes each and worker
)

// An Experiment repeats a comparison with fresh rewards and fresh learners.
// Its result is a pure function of (Config, Runs, At): run i is the
// comparison whose seed is noise.ReplicationSeed(Config.Seed, i), so the first
// is the one that a Session shows, and how many work on it changes nothing.
type Experiment struct {
	Config  *Config
	Runs    int   // replications, 1 to MaxRuns
	At      []int // the rounds to report; none: powers of ten and the horizon
	Workers int   // goroutines; 0: one a core
	Engine  Engine
}

// Progress tells how far an experiment is, in runs of one learner.
type Progress struct {
	Done, Total int
}

// Check tells whether the experiment can be run; an error is one sentence
// about the first thing that is wrong.
func (e *Experiment) Check() error {
	if err := e.Config.Check(); err != nil {
		return err
	}
	if e.Runs < 1 || e.Runs > MaxRuns {
		return fmt.Errorf("runs %d: must be a whole number from 1 to %d", e.Runs, MaxRuns)
	}
	if e.Workers < 0 || e.Workers > MaxWorkers {
		return fmt.Errorf("workers %d: must be a whole number from 1 to %d, or 0 for one a core", e.Workers, MaxWorkers)
	}
	if len(e.At) > MaxReported {
		return fmt.Errorf("at: %d rounds are too many to report, at most %d are allowed", len(e.At), MaxReported)
	}
	for _, t := range e.At {
		if t < 1 || t > e.Config.Horizon {
			return fmt.Errorf("at %d: must be a round from 1 to the horizon %d", t, e.Config.Horizon)
		}
	}
	for i := range e.Config.Learners {
		if _, err := e.Config.leaps(i, e.Engine); err != nil {
			return fmt.Errorf("engine %s: %w", e.Engine, err)
		}
	}
	return e.checkSize()
}

func (e *Experiment) checkSize() error {
	measured := len(e.Config.Learners) * len(e.Reported())
	if total := measured * e.Runs; total > MaxMeasurements {
		return fmt.Errorf("runs %d: with these learners and reported rounds at most %d are allowed", e.Runs, MaxMeasurements/measured)
	}
	if total := measured * e.Config.Scenario.Arms(); total > MaxCounts {
		return fmt.Errorf("at: learners × reported rounds × arms are %d, at most %d are allowed", total, MaxCounts)
	}
	return nil
}

// Reported lists the rounds that are reported, in increasing order.
func (e *Experiment) Reported() []int {
	if len(e.At) > 0 {
		at := slices.Clone(e.At)
		slices.Sort(at)
		return slices.Compact(at)
	}
	var at []int
	for t := 1; t < e.Config.Horizon; t *= 10 {
		at = append(at, t)
	}
	return append(at, e.Config.Horizon)
}

// Run plays all replications. It reports progress, where progress is not nil,
// from the goroutine it was called in. When the context ends it gives up soon
// and returns the context's error together with the result of the runs that
// all learners had finished: the very result of an experiment of that many
// runs, Result.Runs. Any other error comes without a result. A panic in a job
// goes on in the caller.
func (e *Experiment) Run(ctx context.Context, progress func(Progress)) (*Result, error) {
	if err := e.Check(); err != nil {
		return nil, err
	}
	workers := e.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	at, learners := e.Reported(), len(e.Config.Learners)
	replications := newReplicator(e, at)
	jobs, outcomes := make(chan job), make(chan outcome)
	var group sync.WaitGroup
	for range min(workers, e.Runs*learners) {
		group.Go(func() {
			for j := range jobs {
				outcomes <- replications.try(ctx, j)
			}
		})
	}
	sums := newTotals(e, at)
	var fault any
	for next, busy := (job{}), 0; ; {
		offer := jobs
		// Runs are folded in their order, so that sums of floats come out the same
		// every time. Nobody gets far ahead of the oldest run, so that few wait.
		if fault != nil || ctx.Err() != nil || next.run == e.Runs || next.run > sums.runs+workers {
			if offer = nil; busy == 0 {
				break
			}
		}
		select {
		case offer <- next:
			busy++
			if next.learner++; next.learner == learners {
				next = job{run: next.run + 1}
			}
		case o := <-outcomes:
			busy--
			if o.fault != nil {
				fault = o.fault
			}
			if o.marks != nil {
				sums.add(o)
				if progress != nil {
					progress(Progress{Done: sums.done, Total: e.Runs * learners})
				}
			}
		}
	}
	close(jobs)
	group.Wait()
	if fault != nil {
		panic(fault)
	}
	result := sums.result()
	if sums.runs < e.Runs {
		return result, ctx.Err()
	}
	return result, nil
}
