package model

import (
	"slices"
	"time"
)

// An Event is something in a run that one may want to jump to.
type Event int

// The events of one learner's run.
const (
	EpochEnd    Event = iota // a release: an epoch has ended, an estimate is new
	ArmChange                // another arm or basis than in the round before
	Breakpoint               // the first round of a new phase of the environment
	PhaseOrPlay              // EpochEnd or Breakpoint
)

// happened tells whether the event is in the newest round of the run.
func (e Event) happened(r *Run) bool {
	switch e {
	case EpochEnd:
		return r.released == r.round
	case ArmChange:
		return r.changed == r.round
	case Breakpoint:
		return r.phase.From == r.round && r.round > 1
	default:
		return EpochEnd.happened(r) || Breakpoint.happened(r)
	}
}

// AdvanceTo plays rounds until the event has happened in learner i's run, or
// the horizon is reached, and then returns true; or until soon after the time
// is up. Call it again to go on.
func (s *Session) AdvanceTo(e Event, i int, budget time.Duration) bool {
	for deadline := time.Now().Add(budget); ; {
		for range clockEvery {
			s.Advance(1)
			if s.Done() || e.happened(s.tracks[i].run) {
				return true
			}
		}
		if !time.Now().Before(deadline) {
			return false
		}
	}
}

// Previous is the last round before the present one in which the event
// happened in learner i's run; 0 where there is none.
func (s *Session) Previous(e Event, i int) int {
	for end := s.round - 1; end > 0; {
		from := s.history.before(end)
		run, found := from.tracks[i].run.Clone(), 0
		if e.happened(run) {
			found = run.Round()
		}
		for run.Round() < end {
			run.Advance(1)
			if e.happened(run) {
				found = run.Round()
			}
		}
		if found > 0 {
			return found
		}
		end = from.round - 1
	}
	return 0
}

// timelineMarks is how finely events are remembered over the whole horizon.
const timelineMarks = 512

// timeline remembers in which parts of the horizon releases were made.
type timeline struct {
	horizon int
	marks   [timelineMarks]bool
}

func newTimeline(horizon int) *timeline { return &timeline{horizon: horizon} }

func (l *timeline) mark(t int) {
	if t > 0 {
		// In floats: the product of two large rounds may leave the integers.
		l.marks[min(int(float64(t-1)/float64(l.horizon)*timelineMarks), timelineMarks-1)] = true
	}
}

func (l *timeline) clone() *timeline {
	if l == nil {
		return nil
	}
	c := *l
	return &c
}

// list returns the marks, even parts of the horizon.
func (l *timeline) list() []bool { return slices.Clone(l.marks[:]) }
