package model

import (
	"slices"
	"sync"
	"time"

	"regretscope/learners"
	"regretscope/noise/param"
)

// A Session compares learners on the same rewards, round by round. It records curves and can move forward, back and
// to any round. It belongs to one goroutine, but its snapshots may be kept and read anywhere.
type Session struct {
	config  *Config
	tracks  []*track
	round   int
	history history
	pace    pace

	failure error // why a learner cannot play beyond round last; nil if all can
	last    int
}

// A track is one learner's run with its curve.
type track struct {
	run   *Run
	curve Curve

	// The learner's explanation of the newest play.
	explanation learners.Explanation
	explained   bool
}

func newTrack(c *Config, i int) *track {
	run := NewRun(c, i)
	run.timeline = &timeline{horizon: c.Horizon}
	return &track{run: run}
}

// worthGoroutines is the minimum duration of a stretch that is worth a goroutine per learner.
const worthGoroutines = 50 * time.Microsecond

// NewSession starts a comparison before round 1. The configuration must have been checked and
// must not change afterwards.
func NewSession(c *Config) *Session {
	s := &Session{config: c, history: history{stride: firstStride, most: c.checkpoints()}}
	for i := range c.Learners {
		s.tracks = append(s.tracks, newTrack(c, i))
	}
	s.history.keep(0, s.tracks)
	return s
}

// Config returns the session's configuration.
func (s *Session) Config() *Config { return s.config }

// Round returns the number of rounds played.
func (s *Session) Round() int { return s.round }

// Done reports whether the session is at the last round that all learners can play.
func (s *Session) Done() bool { return s.round >= s.end() }

// Err returns why a learner, a program, can play no further round; nil if all can.
func (s *Session) Err() error { return s.failure }

// end returns the last round that can be played.
func (s *Session) end() int {
	if s.failure != nil {
		return s.last
	}
	return s.config.End()
}

// Advance plays n further rounds, up to the horizon.
func (s *Session) Advance(n int) { s.advance(n, true) }

// advance is Advance with an optional explanation of the last round, which may take longer than
// many rounds. Checkpoints are always explained.
func (s *Session) advance(n int, explained bool) {
	target := min(s.round+n, s.end())
	for s.round < min(target, s.end()) {
		due := s.history.nextDue(s.round)
		s.play(min(target, due)-s.round, explained || due <= target)
		if s.round == due {
			s.history.keep(s.round, s.tracks)
		}
	}
}

// AdvanceFor plays up to n further rounds and stops soon after the budget is spent. Only the
// number of rounds depends on the clock.
func (s *Session) AdvanceFor(n int, budget time.Duration) {
	deadline := time.Now().Add(budget)
	for n = min(n, s.end()-s.round); n > 1 && !s.Done(); {
		step := min(n-1, s.pace.rounds())
		now := s.pace.measure(func() int { s.advance(step, false); return step })
		n -= step
		if !now.Before(deadline) {
			break
		}
	}
	if n > 0 {
		s.Advance(1)
	}
}

// play advances every track by n ≥ 1 rounds, in a goroutine for each if that pays. Tracks share no mutable state.
func (s *Session) play(n int, explained bool) {
	if len(s.tracks) == 1 || s.pace.takes(n) < worthGoroutines {
		for _, t := range s.tracks {
			t.advance(n, explained)
		}
	} else {
		together(len(s.tracks), func(i int) { s.tracks[i].advance(n, explained) })
	}
	s.round += n
	for _, t := range s.tracks {
		if t.run.Round() < s.round {
			s.stop(t.run.Round(), t.run.Err())
		}
	}
}

// stop makes t the last round, because a learner failed after it, and goes back there.
func (s *Session) stop(t int, err error) {
	s.failure, s.last = err, t
	s.restore(s.history.before(t))
	s.Advance(t - s.round)
}

// together calls do(0), …, do(n−1) in goroutines. It raises a panic in one of them again in the
// caller, which may have a terminal to restore.
func together(n int, do func(i int)) {
	var group sync.WaitGroup
	faults := make([]any, n)
	for i := range n {
		group.Go(func() {
			defer func() { faults[i] = recover() }()
			do(i)
		})
	}
	group.Wait()
	for _, fault := range faults {
		if fault != nil {
			panic(fault)
		}
	}
}

// advance plays n ≥ 1 rounds, records due samples, and explains the last round if asked to.
func (t *track) advance(n int, explained bool) {
	for target := t.run.Round() + n; t.run.Round() < target && t.run.Err() == nil; {
		due := t.curve.nextDue(t.run.Round())
		switch {
		case due < target:
			t.run.Advance(due - t.run.Round())
		case explained:
			t.explanation, t.explained = t.run.AdvanceExplained(target - t.run.Round())
		default:
			t.run.Advance(target - t.run.Round())
			t.explained = false
		}
		if t.run.Round() == due {
			t.curve.add(t.run.sample())
		}
	}
}

func (t *track) clone() *track {
	c := *t // explanations never change
	c.run, c.curve = t.run.Clone(), t.curve.freeze()
	return &c
}

func cloneTracks(tracks []*track) []*track { return param.Map(tracks, (*track).clone) }

// A pace adapts the number of rounds between two readings of the clock: enough to make their cost
// negligible, but few enough to read the clock in time.
type pace struct {
	step int
	cost float64 // of one round, in nanoseconds
}

const (
	firstStep = 16
	maxStep   = 1 << 16
	usualCost = 200                  // assumed cost of a round of all learners, in nanoseconds
	stepTime  = 2 * time.Millisecond // target duration of a step
)

// rounds returns the number of rounds to play next.
func (p *pace) rounds() int {
	if p.step == 0 {
		return firstStep
	}
	return p.step
}

func (p *pace) takes(n int) time.Duration {
	if p.cost == 0 {
		return time.Duration(usualCost * n)
	}
	return time.Duration(p.cost * float64(n))
}

// measure times play, which returns the number of rounds it played, and returns the current time.
func (p *pace) measure(play func() int) time.Time {
	start := time.Now()
	n := play()
	end := time.Now()
	took := end.Sub(start)
	p.cost = float64(took) / float64(max(n, 1))
	p.step = p.rounds()
	if took > stepTime {
		p.step = max(1, int(float64(stepTime)/p.cost))
	} else if took < stepTime/4 && n >= p.step {
		p.step = min(2*p.step, maxStep)
	}
	return end
}

// history keeps a bounded number of checkpoints of all tracks. The session reaches any earlier
// round by replaying from the checkpoint before it. Checkpoints stay valid when the session
// goes back, because the run is a pure function of the round.
type history struct {
	kept   []checkpoint // by round; the first is round 0
	most   int          // maximum number of checkpoints, as memory allows
	stride int          // rounds between checkpoints, firstStride at first
	near   checkpoint   // shortly before the newest target of going back
}

type checkpoint struct {
	round  int
	tracks []*track
}

const (
	maxCheckpoints = 128
	minCheckpoints = 8
	firstStride    = 1024
	nearBy         = 128 // rounds between the near checkpoint and its target
)

func (h *history) nextDue(t int) int { return (t/h.stride + 1) * h.stride }

// keep adds a checkpoint unless its round has one.
func (h *history) keep(round int, tracks []*track) {
	if n := len(h.kept); n > 0 && h.kept[n-1].round >= round {
		return
	}
	if len(h.kept) >= h.most {
		h.stride *= 2
		h.kept = slices.DeleteFunc(h.kept, func(c checkpoint) bool { return c.round%h.stride != 0 })
		if round%h.stride != 0 {
			return
		}
	}
	h.kept = append(h.kept, checkpoint{round, cloneTracks(tracks)})
}

// before returns the newest checkpoint of a round ≤ t.
func (h *history) before(t int) checkpoint {
	best := h.kept[0]
	for _, c := range h.kept {
		if c.round <= t {
			best = c
		}
	}
	if h.near.tracks != nil && h.near.round <= t && h.near.round > best.round {
		best = h.near
	}
	return best
}

// Seek goes to round t, forward or back.
func (s *Session) Seek(t int) {
	for !s.SeekFor(t, time.Hour) {
	}
}

// SeekFor goes toward round t and reports whether it has arrived. It returns soon after the
// budget is spent; call it again to continue.
func (s *Session) SeekFor(t int, budget time.Duration) bool {
	t = min(max(t, 0), s.end())
	deadline := time.Now().Add(budget)
	from := s.history.before(t)
	if s.round > t {
		s.restore(from)
		if t-s.round > nearBy {
			// A step back is often followed by another: keep a checkpoint nearby.
			s.AdvanceFor(t-nearBy-s.round, budget)
			s.history.near = checkpoint{s.round, cloneTracks(s.tracks)}
		}
	} else if from.round > s.round {
		s.restore(from)
	}
	s.AdvanceFor(t-s.round, time.Until(deadline))
	return s.round >= min(t, s.end())
}

func (s *Session) restore(c checkpoint) {
	s.tracks, s.round = cloneTracks(c.tracks), c.round
}

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

// A Search looks for the last round before the session's in which an event happened in one learner's run. It replays
// that run from checkpoint to checkpoint, newest first. The session does not move.
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

// For searches and reports whether it is done. It returns soon after the budget is spent; call it again to continue.
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
