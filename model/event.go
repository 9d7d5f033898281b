package model

import "time"

// An Event is something in a run that one may want to jump to.
type Event int

// The events of one learner's run.
const (
	EpochEnd         Event = iota // a release: an epoch has ended, an estimate is new
	ArmChange                     // another arm or basis than in the round before
	Breakpoint                    // the first round of a new phase of the environment
	ReleaseOrBreak                // EpochEnd, Breakpoint or Restart
	Restart                       // the learner found that the environment has changed, and started again
	ReleaseOrRestart              // EpochEnd or Restart: of the learner's own
)

// happened reports whether the event is in the newest round of the run.
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

// AdvanceTo plays rounds until the event has happened in learner i's run, or
// the horizon is reached, and then returns true; or until soon after the time
// is up. Call it again to go on.
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

// A Search looks for the last round before the session's in which an event
// happened in one learner's run. It replays that run alone from checkpoint to
// checkpoint, the newest first; the session stays where it is.
type Search struct {
	session *Session
	event   Event
	learner int

	run   *Run // replays from a checkpoint; nil between two stretches
	begin int  // the checkpoint's round
	end   int  // the last round of the stretch

	newest int // the last round with the event so far in the stretch, or 0
	found  int
	pace   pace
}

// SearchBack starts a search from the present round. It is valid until the
// session moves.
func (s *Session) SearchBack(e Event, i int) *Search {
	return &Search{session: s, event: e, learner: i, end: s.round - 1}
}

// For searches until it is done, and then returns true, or until soon after the
// time is up. Call it again to go on.
func (q *Search) For(budget time.Duration) bool {
	deadline := time.Now().Add(budget)
	for q.found == 0 && q.end > 0 {
		if now := q.pace.measure(q.replay); !now.Before(deadline) {
			break
		}
	}
	return q.found > 0 || q.end <= 0
}

// replay plays a few more rounds of the stretch, and returns how many.
func (q *Search) replay() (n int) {
	if q.run == nil {
		from := q.session.history.before(q.end)
		q.run, q.begin = from.tracks[q.learner].run.Clone(), from.round
		q.look()
	}
	for ; n < q.pace.rounds(); n++ {
		if q.run.Round() == q.end {
			q.found, q.end, q.run = q.newest, q.begin-1, nil
			return n
		}
		q.run.Advance(1)
		q.look()
	}
	return n
}

// look notes the run's newest round if the event is in it.
func (q *Search) look() {
	if q.run.Round() > 0 && q.event.happened(q.run) {
		q.newest = q.run.Round()
	}
}

// Round is what was found, 0 for no such round.
func (q *Search) Round() int { return q.found }

// timelineMarks is how finely events are remembered over the whole horizon.
const timelineMarks = 512

// timeline remembers in which parts of the horizon releases were made, or the
// learner started again.
type timeline struct {
	horizon int
	marks   [timelineMarks]bool
}

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
