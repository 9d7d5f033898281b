package model

import (
	"math"
	"slices"
)

// A Sample is one learner's state at one round of a curve.
type Sample struct {
	Round          int
	Regret         float64
	Return         float64   // expected per-round return up to Round
	CostliestRound float64   // the costliest round's ε up to Round
	Pulls          []int     // of each arm, up to Round
	Estimates      []float64 // of each arm's mean, or NaN
}

// EstimatedReturn returns the expected per-round return up to the sample's round by the
// learner's own estimates of the arms that it pulled, clipped to [0,1]. Arms without an
// estimate count as the average of the others; NaN without any.
func (s *Sample) EstimatedReturn() float64 {
	sum, known, all := 0.0, 0, 0
	for j, n := range s.Pulls {
		all += n
		if estimate := s.Estimates[j]; n > 0 && !math.IsNaN(estimate) {
			sum += float64(n) * min(max(estimate, 0), 1)
			known += n
		}
	}
	return sum / float64(known) * float64(all) / float64(s.Round)
}

// A Curve holds a learner's samples over time in bounded memory: evenly spaced rounds for a
// linear axis, and geometrically spaced ones for a logarithmic axis. Which rounds it keeps
// depends on round numbers alone, so a replay records the same curve. Recorded samples never
// change, and copies may be read while the original grows.
type Curve struct {
	Linear []Sample
	Log    []Sample
	stride int // of Linear
}

const (
	linearCapacity = 1024 // at least half full in a long run
	logDensity     = 96   // half to all of this number of samples per doubling of rounds
)

// nextDue returns the first round after t to record.
func (c *Curve) nextDue(t int) int {
	stride := max(c.stride, 1)
	linear := (t/stride + 1) * stride
	return min(linear, nextLog(t))
}

// nextLog returns the first round after t of the geometric grid: every early round, then steps
// that double whenever the round doubles.
func nextLog(t int) int {
	step := 1
	for step*logDensity <= t {
		step *= 2
	}
	return (t/step + 1) * step
}

// add records a sample. Rounds must be due and increasing.
func (c *Curve) add(s Sample) {
	c.stride = max(c.stride, 1)
	if s.Round%c.stride == 0 {
		if len(c.Linear) == linearCapacity {
			c.stride *= 2
			c.Linear = slices.DeleteFunc(slices.Clone(c.Linear),
				func(old Sample) bool { return old.Round%c.stride != 0 })
		}
		if s.Round%c.stride == 0 {
			c.Linear = append(c.Linear, s)
		}
	}
	if n := len(c.Log); n == 0 || s.Round == nextLog(c.Log[n-1].Round) {
		c.Log = append(c.Log, s)
	}
}

// freeze returns a copy that may be read or extended while the original grows.
func (c *Curve) freeze() Curve {
	return Curve{Linear: slices.Clip(c.Linear), Log: slices.Clip(c.Log), stride: c.stride}
}
