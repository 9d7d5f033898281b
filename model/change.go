package model

import (
	"math"
	"time"
)

// A Change makes the comparison of a session one of other learners, at the same
// round: those that stay go on as they are, and new ones are played up to there on
// the same rewards. Afterwards the session is what it would be if it had compared
// these learners from the start. Until the change is done the session stays as it
// is, and must not be moved.
type Change struct {
	session *Session
	config  *Config
	added   *Session // the new learners; nil where there are none
	stops   []int    // the rounds of the session's checkpoints, and its own
	passed  [][]*track
}

// Change begins a change to another configuration, which must not differ from the
// session's in anything but the learners, each of which can play it.
func (s *Session) Change(c *Config) *Change {
	ch := &Change{session: s, config: c}
	added := *c
	added.Learners = nil
	for _, choice := range c.Learners {
		if place(s.config, choice.String()) < 0 && place(&added, choice.String()) < 0 {
			added.Learners = append(added.Learners, choice)
		}
	}
	if len(added.Learners) == 0 {
		return ch
	}
	ch.added = NewSession(&added)
	ch.added.history = history{stride: math.MaxInt} // the session keeps what it needs
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
	for ch.added != nil && len(ch.passed) < len(ch.stops) {
		stop := ch.stops[len(ch.passed)]
		ch.added.AdvanceFor(stop-ch.added.round, time.Until(deadline))
		if ch.added.round < stop {
			return false
		}
		ch.passed = append(ch.passed, cloneTracks(ch.added.tracks))
	}
	ch.apply()
	return true
}

// Progress is how many rounds the new learners have played, of how many.
func (ch *Change) Progress() (done, total int) {
	if ch.added == nil {
		return 0, 0
	}
	return ch.added.round, ch.session.round
}

// apply gives the session its new learners, at its round and at all checkpoints up
// to there. Later ones are dropped: the way there kept none of the new learners.
func (ch *Change) apply() {
	s := ch.session
	last := len(ch.stops) - 1
	var kept []checkpoint
	for i, c := range s.history.kept {
		switch {
		case ch.added == nil:
			kept = append(kept, checkpoint{c.round, ch.compose(c.tracks, nil)})
		case i < last:
			kept = append(kept, checkpoint{c.round, ch.compose(c.tracks, ch.passed[i])})
		}
	}
	var present []*track
	if ch.added != nil {
		present = ch.passed[last]
	}
	s.tracks = ch.compose(s.tracks, present)
	s.history.kept, s.history.near = kept, checkpoint{}
	s.config = ch.config
}

// compose puts tracks of the session and of the new learners into the order of the
// configuration.
func (ch *Change) compose(old, added []*track) []*track {
	all := make([]*track, 0, len(ch.config.Learners))
	used := map[*track]bool{}
	for _, choice := range ch.config.Learners {
		var t *track
		if i := place(ch.session.config, choice.String()); i >= 0 {
			t = old[i]
		} else {
			t = added[place(ch.added.config, choice.String())]
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
	for i := range c.Learners {
		if c.Learners[i].String() == choice {
			return i
		}
	}
	return -1
}
