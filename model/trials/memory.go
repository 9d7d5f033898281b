package trials

import (
	"runtime"

	"regretscope/noise/memlimit"
	"regretscope/noise/param"
	"regretscope/scenarios"
)

// Upper estimates of memory, in bytes.
const (
	countBytes  = 8      // an arm's pulls at a reported round
	markBytes   = 128    // other measurements at a reported round, in a unit or in the totals
	sampleBytes = 24     // these measurements in the result
	rowBytes    = 1 << 9 // a row of the result without its arms
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
			m.worker = max(m.worker, c.RunBytes(i))
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
		return param.Refuse("at",
			"at: the measurements at the reported rounds, and a run, %s; report fewer rounds",
			memlimit.Refusal(m.result+2*m.run+m.worker))
	default:
		return param.Refuse("workers", "workers %d: %s; %d workers fit", e.Workers,
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
