package model

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"regretscope/noise"
)

// A Unit is the smallest part of an experiment: one replication of one series.
type Unit struct {
	Series int `json:"series"`
	Run    int `json:"run"` // from 0
}

// A Finished unit holds one replication's measurements at the reported rounds of its series.
type Finished struct {
	Unit
	Seed         uint64         `json:"seed"` // the replication's: noise.ReplicationSeed(the experiment's, Run)
	Regret       []Number       `json:"regret"`
	Return       []Number       `json:"return"` // expected per-round return
	WorstEvent   []Number       `json:"epsilon_worst_event"`
	OtherNotions []OtherNotions `json:"worst_event"`
	User         []User         `json:"epsilon_user"`
	Pulls        [][]int        `json:"pulls"` // of each arm
	Elapsed      float64        `json:"elapsed_seconds"`
	Certain      bool           `json:"certain,omitempty"` // no random number affected the plays
	// Played is a hash of a program's plays; 0 for built-in learners.
	Played uint64 `json:"plays_hash,omitempty"`
}

// A simulator plays units of an experiment. It never changes and is safe for concurrent use.
type simulator struct {
	design   *Design
	points   []*Config
	starters []*Starter // by series
	leaps    []bool     // by series
}

func newSimulator(e *Experiment, d *Design) *simulator {
	s := &simulator{design: d, points: e.Points}
	for _, c := range e.Points {
		for i := range c.Learners {
			leaps, err := c.leaps(i, e.Engine)
			s.starters, s.leaps = append(s.starters, c.Starter(i)), append(s.leaps, leaps && err == nil)
		}
	}
	return s
}

// start starts a replication of a built-in learner's series.
func (s *simulator) start(series int, seed uint64) *Run {
	if s.leaps[series] {
		return leaping.start(s.starters[series], seed)
	}
	return s.starters[series].Run(seed)
}

// A job is the units of one series that a worker simulates together: one unit, or a batch of a
// program's runs.
type job struct{ series, from, to int } // runs from to to−1

// An outcome is the finished units of a job; empty if the job was stopped.
type outcome struct {
	finished []*Finished
	err      error // why a program failed
	fault    any   // the value of a learner's panic
}

// try plays a job and recovers from a learner's panic, which would otherwise end the program.
func (s *simulator) try(ctx context.Context, stop *atomic.Bool, j job) (o outcome) {
	defer func() { o.fault = recover() }()
	if s.starters[j.series].InTeams() {
		o.finished, o.err = s.playBatch(ctx, stop, j)
	} else if f := s.play(stop, Unit{j.series, j.from}); f != nil {
		o.finished = []*Finished{f}
	}
	return o
}

// play simulates a unit and returns nil if it is stopped. Checking a flag is cheap enough to do
// after every round.
func (s *simulator) play(stop *atomic.Bool, u Unit) *Finished {
	began := time.Now()
	series := &s.design.Series[u.Series]
	seed := noise.ReplicationSeed(s.points[series.Point].Seed, u.Run)
	f := newFinished(u, seed, len(series.At))
	run := s.start(u.Series, seed)
	for k, t := range series.At {
		if run.AdvanceUnless(stop, t-run.Round()); run.Round() < t {
			return nil
		}
		f.measure(k, run)
	}
	f.Certain = run.certain(s.starters[u.Series], seed)
	f.Elapsed = time.Since(began).Seconds()
	return f
}

func newFinished(u Unit, seed uint64, n int) *Finished {
	return &Finished{
		Unit: u, Seed: seed, Regret: make([]Number, n), Return: make([]Number, n), WorstEvent: make([]Number, n),
		OtherNotions: make([]OtherNotions, n), User: make([]User, n), Pulls: make([][]int, n),
	}
}

// measure records the run at the k-th reported round.
func (f *Finished) measure(k int, run *Run) {
	f.Regret[k], f.Return[k], f.WorstEvent[k] = Number(run.Regret()), Number(run.MeanReturn()), Number(run.WorstEvent())
	f.OtherNotions[k], f.User[k] = otherNotions(run.WorstEventLoss()), User{Number(run.AllRounds())}
	f.Pulls[k] = slices.Clone(run.Pulls())
}
