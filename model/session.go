package model

import (
	"sync"
	"time"

	"regretscope/learners"
	"regretscope/noise/param"
)

// A Session compares learners on the same rewards, round by round. It records curves and can
// move forward, back and to any round. It belongs to one goroutine, but its snapshots may be
// kept and read anywhere.
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

// play advances every track by n ≥ 1 rounds, in a goroutine for each if that pays. Tracks share
// no mutable state.
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

// takes estimates the duration of n rounds.
func (p *pace) takes(n int) time.Duration {
	if p.cost == 0 {
		return time.Duration(usualCost * n)
	}
	return time.Duration(p.cost * float64(n))
}

// measure times play, which returns the number of rounds it played, and returns the current
// time.
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
