package model

import (
	"fmt"
	"runtime"

	"regretscope/learners"
)

// MaxBytes is how much memory an experiment may hold, as it is estimated from above
// before anything is allocated. The process may grow to twice as much before the
// garbage collector gives memory back.
const MaxBytes = 1 << 30

// Estimates of what lies in memory at a time, from above.
const (
	runBytes      = 1 << 16 // a run of few arms, with the learner's releases
	armBytes      = 1 << 11 // what a run remembers of an arm
	sightingBytes = 16      // a round in the window of a learner that has one
	countBytes    = 8       // an arm's pulls at a reported round
	markBytes     = 128     // the other measurements at a reported round, in a unit or in the totals
	sampleBytes   = 16      // what the result keeps of them
)

// memory is what an experiment holds: the result's share, and what each worker
// and each replication under way adds.
type memory struct{ result, worker, run int }

// memory estimates what a checked experiment holds.
func (e *Experiment) memory() memory {
	var m memory
	for p, c := range e.Points {
		reported := len(e.Reported(p))
		series := reported * (c.Scenario.Arms()*countBytes + markBytes)
		m.run += len(c.Learners) * series
		m.result += len(c.Learners) * (series + e.Runs*reported*sampleBytes)
		for i := range c.Learners {
			m.worker = max(m.worker, c.runBytes(i))
		}
	}
	return m
}

// runBytes is what a run of learner i holds.
func (c *Config) runBytes(i int) int {
	total := runBytes + c.Scenario.Arms()*armBytes
	if l, ok := c.Starter(i).Learner(0).(learners.Windowed); ok {
		total += min(l.Window(), c.Horizon) * sightingBytes
	}
	return total
}

// fit is how many workers the memory allows; their replications may be one more,
// because the oldest is waited for.
func (m memory) fit() int { return (MaxBytes - m.result - m.run) / (m.worker + m.run) }

// checkMemory refuses more workers than the memory allows.
func (e *Experiment) checkMemory() error {
	m := e.memory()
	workers := min(max(e.Workers, 1), e.Runs*len(e.Points)*len(e.Points[0].Learners))
	switch fit := m.fit(); {
	case fit >= workers:
		return nil
	case fit < 1:
		return fmt.Errorf("at: arms × reported rounds × learners may hold %s of memory, at most %s are allowed; report fewer rounds",
			gigabytes(m.result+2*m.run+m.worker), gigabytes(MaxBytes))
	default:
		return fmt.Errorf("workers %d: they may hold %s of memory, at most %s are allowed; %d of them fit",
			e.Workers, gigabytes(m.result+m.run+workers*(m.worker+m.run)), gigabytes(MaxBytes), fit)
	}
}

// workers is how many goroutines a checked experiment has: as many as were asked
// for, else one a core as far as memory allows.
func (e *Experiment) workers() int {
	if e.Workers > 0 {
		return e.Workers
	}
	return min(runtime.GOMAXPROCS(0), e.memory().fit())
}

func gigabytes(bytes int) string { return fmt.Sprintf("%.1f GB", float64(bytes)/(1<<30)) }
