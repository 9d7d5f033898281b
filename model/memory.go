package model

import (
	"fmt"
	"math/bits"
	"runtime"

	"regretscope/learners"
	"regretscope/model/program"
	"regretscope/noise/memlimit"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
)

// Upper estimates of memory, in bytes.
const (
	runBytes      = 1 << 16 // a run with few arms, with the learner's releases
	armBytes      = 1 << 11 // a run's state for an arm
	sightingBytes = 16      // a round in a learner's window
	countBytes    = 8       // an arm's pulls at a reported round
	markBytes     = 128     // other measurements at a reported round, in a unit or in the totals
	sampleBytes   = 24      // these measurements in the result
	rowBytes      = 1 << 9  // a row of the result without its arms
	curveBytes    = 1 << 8  // a sample of a curve without its arms
)

// memory is the memory that an experiment needs: for its result, for each worker, and for each
// replication under way.
type memory struct{ result, worker, run int }

// memory estimates the memory of a checked experiment.
func (e *Experiment) memory() memory {
	var m memory
	tables := map[*scenarios.Rows]bool{} // already counted
	for p, c := range e.Points {
		reported := len(e.Reported(p))
		series := reported * (c.Scenario.Arms()*countBytes + markBytes)
		m.run += len(c.Learners) * series
		m.result += len(c.Learners) * (series + e.mostRuns()*reported*sampleBytes)
		for i := range c.Learners {
			m.worker = max(m.worker, c.stateBytes()+c.window(i)*sightingBytes)
		}
		if rows := c.Scenario.Rows; rows != nil && !tables[rows] {
			tables[rows] = true
			m.result += rows.Bytes()
		}
	}
	return m
}

// Bytes returns the memory of the totals and the result of the given number of replications.
func (d *Design) Bytes(runs int) int {
	total := 0
	for i := range d.Series {
		s := &d.Series[i]
		total += len(s.At) * (2*s.Arms*countBytes + markBytes + rowBytes + runs*sampleBytes)
	}
	return total
}

// stateBytes returns the memory of a run without its window.
func (c *Config) stateBytes() int { return runBytes + c.Scenario.Arms()*armBytes }

// window returns the number of rounds that learner i remembers one by one.
func (c *Config) window(i int) int {
	if l, ok := c.Starter(i).Learner(0).(learners.Windowed); ok {
		return min(l.Window(), c.Horizon)
	}
	return 0
}

// sessionBytes returns the memory of a session with the given number of checkpoints. A few more
// copies of its runs exist: at the current round, at the near checkpoint, and while seeking.
// They share windows and curve samples. A curve drops half of its even samples whenever the run
// has doubled in length.
func (c *Config) sessionBytes(checkpoints int) int {
	states := checkpoints + 3
	samples := linearCapacity*(1+bits.Len(uint(checkpoints))/2) + logDensity*bits.Len(uint(c.Horizon))
	total := len(c.Learners) * (states*c.stateBytes() + samples*(curveBytes+16*c.Scenario.Arms()))
	if rows := c.Scenario.Rows; rows != nil {
		total += rows.Bytes()
	}
	for i := range c.Learners {
		total += min(states*c.window(i), c.Horizon) * sightingBytes
	}
	return total
}

// checkpoints returns the number of checkpoints that memory allows, between the limits.
func (c *Config) checkpoints() int {
	most := maxCheckpoints
	for most > minCheckpoints && c.sessionBytes(most) > memlimit.Room() {
		most /= 2
	}
	return most
}

// checkSession refuses a comparison that has no room for the fewest checkpoints.
func (c *Config) checkSession() error {
	for _, spec := range c.Learners {
		if spec.Plays().Process() != nil && c.Horizon > program.MaxRounds {
			return refuse("horizon",
				"horizon %d: %s can go back through at most %s rounds; regretscope run plays more", c.Horizon,
				param.Printable(spec.ID), number.Count(program.MaxRounds))
		}
	}
	if data := c.sessionBytes(minCheckpoints); data > memlimit.Room() {
		return fmt.Errorf("learners: %d learners on %s arms, with the history to go back, %s", len(c.Learners),
			number.Count(c.Scenario.Arms()), memlimit.Refusal(data))
	}
	return nil
}

// fit returns the number of workers that memory allows. One more replication may be under way,
// because the oldest is waited for.
func (m memory) fit() int { return (memlimit.Room() - m.result - m.run) / (m.worker + m.run) }

// checkMemory refuses more workers than the memory allows.
func (e *Experiment) checkMemory() error {
	m := e.memory()
	workers := min(max(e.Workers, 1), e.Runs*len(e.Points)*len(e.Points[0].Learners))
	switch fit := m.fit(); {
	case fit >= workers:
		return nil
	case fit < 1:
		return refuse("at",
			"at: the measurements at the reported rounds, and a run, %s; report fewer rounds",
			memlimit.Refusal(m.result+2*m.run+m.worker))
	default:
		return refuse("workers", "workers %d: %s; %d workers fit", e.Workers,
			memlimit.Refusal(m.result+m.run+workers*(m.worker+m.run)), fit)
	}
}

// workers returns the number of goroutines: as requested, else one per core as far as memory
// allows.
func (e *Experiment) workers() int {
	if e.Workers > 0 {
		return e.Workers
	}
	return min(runtime.GOMAXPROCS(0), e.memory().fit())
}
