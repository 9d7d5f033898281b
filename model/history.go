package model

import (
	"slices"
	"time"
)

// history keeps checkpoints of all tracks, a bounded number of them however
// long the run is, so that any earlier round is found again by replaying from
// the checkpoint before it. Checkpoints stay valid when the session goes back:
// the run is a pure function of the round.
type history struct {
	kept   []checkpoint // by round; the first is round 0
	most   int          // from minCheckpoints to maxCheckpoints, as memory allows
	stride int          // rounds between checkpoints, firstStride at first
	near   checkpoint   // shortly before where the session last went back to
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

// nextDue returns the first round after t at which a checkpoint is to be kept.
func (h *history) nextDue(t int) int { return (t/h.stride + 1) * h.stride }

// keep enters a checkpoint, unless its round has one already.
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

// Seek goes to round t, from 0 to the end, forwards or backwards.
func (s *Session) Seek(t int) {
	for !s.SeekFor(t, time.Hour) {
	}
}

// SeekFor goes towards round t until it is there, and then returns true, or
// until soon after the time is up. Call it again to go on.
func (s *Session) SeekFor(t int, budget time.Duration) bool {
	t = min(max(t, 0), s.end())
	deadline := time.Now().Add(budget)
	from := s.history.before(t)
	if s.round > t {
		s.restore(from)
		if t-s.round > nearBy {
			// One step back is often followed by another: keep a checkpoint nearby.
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
