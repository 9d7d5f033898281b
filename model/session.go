package model

import (
	"sync"
	"time"

	"regretscope/learners"
	"regretscope/noise/param"
)

// A Session is a comparison of learners in lockstep on the same rewards, with
// recorded curves, that can be stepped forwards, backwards and to any round. It
// belongs to one goroutine; what it hands out in snapshots may be kept and read
// anywhere.
type Session struct {
	config  *Config
	tracks  []*track
	round   int
	history history
	pace    pace

	failure error // why a learner cannot play beyond last; nil if all can
	last    int
}

// A track is one learner's run with its curve.
type track struct {
	run   *Run
	curve Curve

	// Why the newest round was played as it was.
	explanation learners.Explanation
	explained   bool
}

// newTrack starts learner i of a configuration, before round 1.
func newTrack(c *Config, i int) *track {
	run := NewRun(c, i)
	run.timeline = &timeline{horizon: c.Horizon}
	return &track{run: run}
}

// worthGoroutines is how long a stretch of rounds must take to be played in
// goroutines, one a learner.
const worthGoroutines = 50 * time.Microsecond

// NewSession starts a comparison, before round 1. The configuration must have
// been checked, and must not be changed afterwards.
func NewSession(c *Config) *Session {
	s := &Session{config: c, history: history{stride: firstStride, most: c.checkpoints()}}
	for i := range c.Learners {
		s.tracks = append(s.tracks, newTrack(c, i))
	}
	s.history.keep(0, s.tracks)
	return s
}

// Config is what the session runs.
func (s *Session) Config() *Config { return s.config }

// Round returns the number of rounds played.
func (s *Session) Round() int { return s.round }

// Done reports whether the horizon is reached, or the last round that all learners can
// play.
func (s *Session) Done() bool { return s.round >= s.end() }

// Err is why a learner, a program, can play no further round; nil if all can.
func (s *Session) Err() error { return s.failure }

// end returns the last round that can be played.
func (s *Session) end() int {
	if s.failure != nil {
		return s.last
	}
	return s.config.End()
}

// Advance plays n further rounds, or as many as the horizon leaves.
func (s *Session) Advance(n int) { s.advance(n, true) }

// advance is Advance, which explains the last round only on demand, because that
// may take longer than to play many rounds. Checkpoints are explained in any case.
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

// AdvanceFor plays up to n further rounds, but stops soon after the time is up.
// How far it gets depends on the clock; what happens on the way does not.
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

// play advances every track by n ≥ 1 rounds, each in a goroutine of its own
// where that pays: tracks share nothing that changes.
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

// stop makes round t the last, because a learner fails behind it, and goes back there.
func (s *Session) stop(t int, err error) {
	s.failure, s.last = err, t
	s.restore(s.history.before(t))
	s.Advance(t - s.round)
}

// together does some pieces of work in goroutines. A panic in one of them goes on in
// the caller's, which may have a terminal to restore.
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

// advance plays n ≥ 1 rounds, records what is due on the way, and explains the
// last of them on demand.
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
	c := *t // an explanation is never changed once made
	c.run, c.curve = t.run.Clone(), t.curve.freeze()
	return &c
}

func cloneTracks(tracks []*track) []*track { return param.Map(tracks, (*track).clone) }

// A pace knows how many rounds to play between two looks at the clock: enough that looking
// costs nothing, and few enough that no look comes late, whatever a round costs.
type pace struct {
	step int
	cost float64 // of one round, in nanoseconds
}

const (
	firstStep = 16
	maxStep   = 1 << 16
	usualCost = 200                  // of a round of all learners, in nanoseconds, before it has been measured
	stepTime  = 2 * time.Millisecond // that a step should take
)

// rounds returns how many to play next.
func (p *pace) rounds() int {
	if p.step == 0 {
		return firstStep
	}
	return p.step
}

// takes is about how long n rounds take.
func (p *pace) takes(n int) time.Duration {
	if p.cost == 0 {
		return time.Duration(usualCost * n)
	}
	return time.Duration(p.cost * float64(n))
}

// measure calls play, which returns how many rounds it has played, learns from how
// long they took, and returns the present time.
func (p *pace) measure(play func() int) time.Time {
	start := time.Now()
	n := play()
	end := time.Now()
	took := end.Sub(start)
	p.cost = float64(took) / float64(max(n, 1))
	if p.step = p.rounds(); took > stepTime {
		p.step = max(1, int(float64(stepTime)/p.cost))
	} else if took < stepTime/4 && n >= p.step {
		p.step = min(2*p.step, maxStep)
	}
	return end
}
