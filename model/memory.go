package model

import (
	"fmt"
	"math/bits"

	"regretscope/learners"
	"regretscope/model/program"
	"regretscope/noise/memlimit"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// Upper estimates of memory, in bytes.
const (
	runBytes      = 1 << 16 // a run with few arms, with the learner's releases
	armBytes      = 1 << 11 // a run's state for an arm
	sightingBytes = 16      // a round in a learner's window
	curveBytes    = 1 << 8  // a sample of a curve without its arms
)

// RunBytes returns the memory of a run of learner i.
func (c *Config) RunBytes(i int) int { return c.stateBytes() + c.window(i)*sightingBytes }

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
			return param.Refuse("horizon",
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
