package model

import "time"

// An Event is a point in a run to jump to.
type Event int

// The events of one learner's run.
const (
	EpochEnd         Event = iota // a release: an epoch ended
	ArmChange                     // a new arm or basis
	Breakpoint                    // the first round of a new phase of the environment
	ReleaseOrBreak                // EpochEnd, Breakpoint or Restart
	Restart                       // the learner detected a change and started again
	ReleaseOrRestart              // EpochEnd or Restart
)

// happened reports whether the event is in the run's newest round.
func (e Event) happened(r *Run) bool {
	switch e {
	case EpochEnd:
		return r.released == r.round
	case ArmChange:
		return r.changed == r.round
	case Breakpoint:
		return r.phase.From == r.round && r.round > 1
	case Restart:
		return r.restarted()
	case ReleaseOrRestart:
		return EpochEnd.happened(r) || Restart.happened(r)
	default:
		return EpochEnd.happened(r) || Breakpoint.happened(r) || Restart.happened(r)
	}
}

// AdvanceTo plays until the event happens in learner i's run or the horizon is reached, and
// reports whether it did. It returns soon after the budget is spent; call it again to continue.
func (s *Session) AdvanceTo(e Event, i int, budget time.Duration) bool {
	for deadline := time.Now().Add(budget); ; {
		arrived := false
		now := s.pace.measure(func() (n int) {
			for ; n < s.pace.rounds() && !arrived; n++ {
				s.Advance(1)
				arrived = s.Done() || e.happened(s.tracks[i].run)
			}
			return n
		})
		if arrived || !now.Before(deadline) {
			return arrived
		}
	}
}

// A Search looks for the last round before the session's in which an event happened in one
// learner's run. It replays that run from checkpoint to checkpoint, newest first. The session
// does not move.
type Search struct {
	session *Session
	event   Event
	learner int

	run   *Run // the replay from a checkpoint; nil between two stretches
	begin int  // the checkpoint's round
	end   int  // the last round of the stretch

	newest int // the stretch's last round with the event so far, or 0
	found  int
	pace   pace
}

// SearchBack starts a search from the current round. It is valid until the session moves.
func (s *Session) SearchBack(e Event, i int) *Search {
	return &Search{session: s, event: e, learner: i, end: s.round - 1}
}

// For searches and reports whether it is done. It returns soon after the budget is spent; call
// it again to continue.
func (q *Search) For(budget time.Duration) bool {
	deadline := time.Now().Add(budget)
	for q.found == 0 && q.end > 0 {
		if now := q.pace.measure(q.replay); !now.Before(deadline) {
			break
		}
	}
	return q.found > 0 || q.end <= 0
}

// replay plays a few more rounds of the stretch and returns their number.
func (q *Search) replay() (n int) {
	if q.run == nil {
		from := q.session.history.before(q.end)
		q.run, q.begin = from.tracks[q.learner].run.Clone(), from.round
		q.check()
	}
	for ; n < q.pace.rounds(); n++ {
		if q.run.Round() == q.end {
			q.found, q.end, q.run = q.newest, q.begin-1, nil
			return n
		}
		q.run.Advance(1)
		q.check()
	}
	return n
}

// check records the run's newest round if the event is in it.
func (q *Search) check() {
	if q.run.Round() > 0 && q.event.happened(q.run) {
		q.newest = q.run.Round()
	}
}

// Round returns the round that was found, or 0.
func (q *Search) Round() int { return q.found }

// timelineMarks is the resolution of a timeline.
const timelineMarks = 512

// timeline marks the parts of the horizon with releases or restarts.
type timeline struct {
	horizon int
	marks   [timelineMarks]bool
}

func (l *timeline) mark(t int) {
	if t > 0 {
		// The product of two large rounds may overflow integers.
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
