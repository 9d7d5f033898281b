package model

import (
	"slices"
	"time"
)

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

// nextDue returns the next checkpoint's round after t.
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
