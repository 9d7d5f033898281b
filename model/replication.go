package model

import (
	"context"
	"slices"

	"regretscope/noise"
)

// A job is one learner in one replication.
type job struct{ run, learner int }

// A mark is what a job measured at one reported round.
type mark struct {
	regret, earned float64 // earned: expected per-round return
	worst          float64
	pulls          []int
}

// An outcome is a finished job, or one that was given up: then it has no marks.
type outcome struct {
	job   job
	marks []mark
	fault any // what a learner panicked with
}

// A simulation is a run, or one that leaps.
type simulation interface {
	Advance(n int)
	Round() int
	Regret() float64
	MeanReturn() float64
	WorstEvent() float64
	Pulls() []int
}

// A replicator plays the jobs of an experiment. It never changes, and works in
// several goroutines at once.
type replicator struct {
	config   *Config
	at       []int                      // the rounds to measure at
	starters []func(*Config) simulation // by learner, each for a configuration with the replication's seed
}

func newReplicator(e *Experiment, at []int) *replicator {
	r := &replicator{config: e.Config, at: at}
	for i := range e.Config.Learners {
		start := func(c *Config) simulation { return NewRun(c, i) }
		if leaps, err := e.Config.leaps(i, e.Engine); leaps && err == nil {
			start = func(c *Config) simulation { return newLeaper(c, i) }
		}
		r.starters = append(r.starters, start)
	}
	return r
}

// checkEvery is how many rounds are played between two looks at the context.
const checkEvery = 1 << 16

// try plays a job and catches a learner's panic, which nobody could catch in the
// goroutine that it happens in.
func (r *replicator) try(ctx context.Context, j job) (o outcome) {
	o.job = j
	defer func() { o.fault = recover() }()
	o.marks = r.play(ctx, j)
	return o
}

// play runs a job and measures at the given rounds; it returns nil when the
// context ends before.
func (r *replicator) play(ctx context.Context, j job) []mark {
	config := *r.config
	config.Seed = noise.ReplicationSeed(config.Seed, j.run)
	run := r.starters[j.learner](&config)
	marks := make([]mark, 0, len(r.at))
	for _, t := range r.at {
		for run.Round() < t {
			if ctx.Err() != nil {
				return nil
			}
			run.Advance(min(t-run.Round(), checkEvery))
		}
		marks = append(marks, mark{run.Regret(), run.MeanReturn(), run.WorstEvent(), slices.Clone(run.Pulls())})
	}
	return marks
}
