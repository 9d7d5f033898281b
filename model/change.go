package model

import (
	"slices"
	"time"

	"regretscope/learners"
)

// A Change replaces the learners of a session's comparison at its current round. Learners that stay keep their state;
// new ones catch up on the same rewards. The result equals a session that compared these learners from the start. Do
// not move the session until the change is done.
type Change struct {
	session *Session
	config  *Config
	added   *Config // the session's configuration with only the new learners
	joining []*joiningTrack
	stops   []int // the rounds of the session's checkpoints, and its current round
	err     error
}

// A joiningTrack catches up with the session.
type joiningTrack struct {
	track  *track
	passed []*track // its state at each stop so far
	pace   pace
}

// Change begins a change to a checked configuration that differs from the session's only in its learners.
func (s *Session) Change(c *Config) *Change {
	added := *c
	added.Learners = nil
	for _, spec := range c.Learners {
		if indexOf(s.config, spec.String()) < 0 && indexOf(&added, spec.String()) < 0 {
			added.Learners = append(added.Learners, spec)
		}
	}
	ch := &Change{session: s, config: c, added: &added}
	for i := range added.Learners {
		ch.joining = append(ch.joining, &joiningTrack{track: newTrack(&added, i)})
	}
	for _, kept := range s.history.kept {
		if kept.round <= s.round {
			ch.stops = append(ch.stops, kept.round)
		}
	}
	ch.stops = append(ch.stops, s.round)
	return ch
}

// For works on the change and reports whether it is done. It returns soon after the budget is
// spent; call it again to continue.
func (ch *Change) For(budget time.Duration) bool {
	deadline := time.Now().Add(budget)
	together(len(ch.joining), func(i int) { ch.joining[i].catchUp(ch.stops, deadline) })
	for _, l := range ch.joining {
		if ch.err = l.track.run.Err(); ch.err != nil {
			return true
		}
	}
	if slices.ContainsFunc(ch.joining, func(l *joiningTrack) bool { return len(l.passed) < len(ch.stops) }) {
		return false
	}
	ch.apply()
	return true
}

// Err explains why the change failed, if a new learner is a program that failed. The session is then unchanged.
func (ch *Change) Err() error { return ch.err }

// catchUp plays the track through all stops, or until the deadline.
func (l *joiningTrack) catchUp(stops []int, deadline time.Time) {
	for len(l.passed) < len(stops) && l.track.run.Err() == nil {
		left := stops[len(l.passed)] - l.track.run.Round()
		if left == 0 {
			l.passed = append(l.passed, l.track.clone())
			continue
		}
		n := min(left, l.pace.rounds())
		now := l.pace.measure(func() int { l.track.advance(n, n == left); return n })
		if !now.Before(deadline) {
			return
		}
	}
}

// Progress returns the number of rounds that all new learners have played together, and the total.
func (ch *Change) Progress() (done, total int) {
	for _, l := range ch.joining {
		done += l.track.run.Round()
	}
	return done, ch.session.round * len(ch.joining)
}

// apply gives the session its new learners, at its round and at all checkpoints before it. It
// drops later checkpoints unless no learner is new, because the new ones have none there.
func (ch *Change) apply() {
	s, last := ch.session, len(ch.stops)-1
	var kept []checkpoint
	for i, c := range s.history.kept {
		if i < last || len(ch.joining) == 0 {
			kept = append(kept, checkpoint{c.round, ch.compose(c.tracks, i)})
		}
	}
	s.tracks = ch.compose(s.tracks, last)
	s.history.kept, s.history.near = kept, checkpoint{}
	s.config = ch.config
	s.history.most = s.config.checkpoints()
}

// compose orders tracks of the session and of new learners at a stop as in the configuration.
func (ch *Change) compose(old []*track, stop int) []*track {
	all := make([]*track, 0, len(ch.config.Learners))
	used := map[*track]bool{}
	for _, spec := range ch.config.Learners {
		var t *track
		if i := indexOf(ch.session.config, spec.String()); i >= 0 {
			t = old[i]
		} else {
			t = ch.joining[indexOf(ch.added, spec.String())].passed[stop]
		}
		if used[t] {
			t = t.clone() // the same learner twice
		}
		used[t] = true
		all = append(all, t)
	}
	return all
}

func indexOf(c *Config, choice string) int {
	return slices.IndexFunc(c.Learners, func(l learners.Spec) bool { return l.String() == choice })
}
