package model

import (
	"slices"
	"sync/atomic"
	"time"

	"regretscope/noise"
	"regretscope/noise/curve"
)

// A Unit is the smallest piece of an experiment: one series (a learner at a grid
// point) in one replication.
type Unit struct {
	Series int `json:"series"`
	Run    int `json:"run"` // from 0
}

// A Finished unit is what one replication measured at the reported rounds of
// its series.
type Finished struct {
	Unit
	Seed    uint64   `json:"seed"` // of the replication: noise.ReplicationSeed(the experiment's, Run)
	Regret  []Number `json:"regret"`
	Return  []Number `json:"return"` // expected per-round return
	Worst   []Number `json:"epsilon_worst_event"`
	Beyond  []Beyond `json:"worst_event,omitempty"` // nil in records of versions before it was there
	User    []User   `json:"epsilon_user"`
	Pulls   [][]int  `json:"pulls"`           // of each arm
	Elapsed float64  `json:"elapsed_seconds"` // of one worker
}

// A simulation is a run, or one that leaps.
type simulation interface {
	AdvanceUnless(stop *atomic.Bool, n int)
	Round() int
	Regret() float64
	MeanReturn() float64
	WorstEvent() float64
	Spent() curve.Mechanism
	AllRounds() float64
	Pulls() []int
}

// A simulator plays units of an experiment. It never changes, and works in
// several goroutines at once.
type simulator struct {
	design *Design
	points []*Config
	starts []func(seed uint64) simulation // by series
}

func newSimulator(e *Experiment, d *Design) *simulator {
	s := &simulator{design: d, points: e.Points}
	for _, c := range e.Points {
		for i := range c.Learners {
			starter := c.Starter(i)
			start := func(seed uint64) simulation { return starter.Run(seed) }
			if leaps, err := c.leaps(i, e.Engine); leaps && err == nil {
				start = func(seed uint64) simulation { return leaping.start(starter, seed) }
			}
			s.starts = append(s.starts, start)
		}
	}
	return s
}

// An outcome is a finished unit, or one that was given up: then it is nil.
type outcome struct {
	finished *Finished
	fault    any // what a learner panicked with
}

// try plays a unit and catches a learner's panic, which would otherwise end the
// program from the worker's goroutine.
func (s *simulator) try(stop *atomic.Bool, u Unit) (o outcome) {
	defer func() { o.fault = recover() }()
	o.finished = s.play(stop, u)
	return o
}

// play simulates a unit; it returns nil when it is stopped before. Looking at a
// flag costs next to nothing, so that it is done after every round, however long
// one takes.
func (s *simulator) play(stop *atomic.Bool, u Unit) *Finished {
	began := time.Now()
	series := &s.design.Series[u.Series]
	seed := noise.ReplicationSeed(s.points[series.Point].Seed, u.Run)
	n := len(series.At)
	f := &Finished{
		Unit: u, Seed: seed, Regret: make([]Number, n), Return: make([]Number, n), Worst: make([]Number, n),
		Beyond: make([]Beyond, n), User: make([]User, n), Pulls: make([][]int, n),
	}
	run := s.starts[u.Series](seed)
	for k, t := range series.At {
		if run.AdvanceUnless(stop, t-run.Round()); run.Round() < t {
			return nil
		}
		f.Regret[k], f.Return[k], f.Worst[k] = Number(run.Regret()), Number(run.MeanReturn()), Number(run.WorstEvent())
		f.Beyond[k], f.User[k] = beyondOf(run.Spent()), User{Number(run.AllRounds())}
		f.Pulls[k] = slices.Clone(run.Pulls())
	}
	f.Elapsed = time.Since(began).Seconds()
	return f
}
