package model

import (
	"slices"
	"time"

	"regretscope/learners"
)

// A Change makes the comparison of a session one of other learners, at the same
// round: those that stay go on as they are, and new ones are played up to there on
// the same rewards. Afterwards the session is what it would be if it had compared
// these learners from the start. Until the change is done the session stays as it
// is, and must not be moved.
type Change struct {
	session *Session
	config  *Config
	added   *Config         // the session's with the new learners alone
	joining []*joiningTrack // tracks of the new learners
	stops   []int           // the rounds of the session's checkpoints, and its own
	err     error
}

// A joiningTrack catches up with the session.
type joiningTrack struct {
	track  *track
	passed []*track // as it was at the stops so far
	pace   pace
}

// Change begins a change to another configuration, which must not differ from the
// session's in anything but the learners, each of which can play it.
func (s *Session) Change(c *Config) *Change {
	added := *c
	added.Learners = nil
	for _, spec := range c.Learners {
		if place(s.config, spec.String()) < 0 && place(&added, spec.String()) < 0 {
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

// For works on the change until it is done, and then returns true, or until soon
// after the time is up. Call it again to go on.
func (ch *Change) For(budget time.Duration) bool {
	deadline := time.Now().Add(budget)
	together(len(ch.joining), func(i int) { ch.joining[i].catchUp(ch.stops, deadline) })
	for _, l := range ch.joining {
		if ch.err = l.track.run.Err(); ch.err != nil {
			return true
		}
	}
	for _, l := range ch.joining {
		if len(l.passed) < len(ch.stops) {
			return false
		}
	}
	ch.apply()
	return true
}

// Err is why the change could not be made: a new learner, a program, failed. The session
// is then as it was.
func (ch *Change) Err() error { return ch.err }

// catchUp plays the track through all stops, or until the time is up.
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

// Progress returns how many rounds all new learners have played together, of how many.
func (ch *Change) Progress() (done, total int) {
	for _, l := range ch.joining {
		done += l.track.run.Round()
	}
	return done, ch.session.round * len(ch.joining)
}

// apply gives the session its new learners, at its round and at all checkpoints up
// to there. Later ones are dropped, unless no learner is new: the way there kept none
// of the new ones.
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

// compose puts tracks of the session and those that new learners had at a stop into
// the order of the configuration.
func (ch *Change) compose(old []*track, stop int) []*track {
	all := make([]*track, 0, len(ch.config.Learners))
	used := map[*track]bool{}
	for _, spec := range ch.config.Learners {
		var t *track
		if i := place(ch.session.config, spec.String()); i >= 0 {
			t = old[i]
		} else {
			t = ch.joining[place(ch.added, spec.String())].passed[stop]
		}
		if used[t] {
			t = t.clone() // the same learner twice
		}
		used[t] = true
		all = append(all, t)
	}
	return all
}

// place is where a learner stands among those of a configuration; −1: nowhere.
func place(c *Config, choice string) int {
	return slices.IndexFunc(c.Learners, func(l learners.Spec) bool { return l.String() == choice })
}
