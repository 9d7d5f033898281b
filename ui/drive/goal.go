package drive

import (
	"fmt"
	"time"

	"regretscope/model"
	"regretscope/ui/numeral"
)

// A goal is somewhere in the run to go to, in slices.
type goal interface {
	// slice works towards the goal until soon after the time is up, and tells
	// whether it is reached.
	slice(s *model.Session, budget time.Duration) bool
	// shown tells whether the way there is worth watching.
	shown() bool
	// outcome is what there is to say once the goal is reached; often nothing.
	outcome(s *model.Session) string
	fmt.Stringer // what is going on meanwhile
}

// seek goes to a round.
type seek struct {
	round   int
	forward bool
}

func (g *seek) slice(s *model.Session, budget time.Duration) bool { return s.SeekFor(g.round, budget) }
func (g *seek) shown() bool                                       { return g.forward }
func (g *seek) outcome(*model.Session) string                     { return "" }
func (g *seek) String() string                                    { return "going to round " + numeral.Count(g.round) }

// next goes on to the next round with an event.
type next struct {
	event   model.Event
	learner int
	name    string // of the event, in words
}

func (g *next) slice(s *model.Session, budget time.Duration) bool {
	return s.AdvanceTo(g.event, g.learner, budget)
}

func (g *next) shown() bool { return true }

func (g *next) outcome(s *model.Session) string {
	if s.Done() {
		return "the horizon is reached: there is nothing behind it"
	}
	return ""
}

func (g *next) String() string { return "looking for the next " + g.name }

// previous goes back to the newest earlier round with an event. It searches
// windows that grow towards round 1: each from its first round on, because a run
// can only be played forwards.
type previous struct {
	event   model.Event
	learner int
	name    string

	from     int // the round to start from, and to return to where there is nothing
	low, end int // the window: rounds low+1 to end−1
	found    int // the newest round of the window with the event; 0: none yet
	state    searchState
}

type searchState int

const (
	placing   searchState = iota // going to the window's first round
	searching                    // playing through it
	returning                    // going to what was found
)

const firstWindow = 128

func newPrevious(event model.Event, learner int, name string, from int) *previous {
	return &previous{
		event: event, learner: learner, name: name,
		from: from, low: max(from-firstWindow, 0), end: from,
	}
}

func (g *previous) slice(s *model.Session, budget time.Duration) bool {
	for deadline := time.Now().Add(budget); time.Now().Before(deadline); {
		left := time.Until(deadline)
		switch g.state {
		case placing:
			if s.SeekFor(g.low, left) {
				g.state = searching
			}
		case searching:
			happened := s.AdvanceTo(g.event, g.learner, left)
			if s.Round() < g.end {
				if happened {
					g.found = s.Round()
				}
				continue
			}
			g.widen()
		case returning:
			return s.SeekFor(g.target(), left)
		}
	}
	return false
}

// widen ends a window: with a find, at the beginning, or with the next window.
func (g *previous) widen() {
	if g.found > 0 || g.low == 0 {
		g.state = returning
		return
	}
	g.end, g.low = g.low+1, max(g.low-2*(g.from-g.low), 0)
	g.state = placing
}

func (g *previous) target() int {
	if g.found > 0 {
		return g.found
	}
	return g.from
}

func (g *previous) shown() bool { return false }

func (g *previous) outcome(*model.Session) string {
	if g.found == 0 {
		return "there is no " + g.name + " before this round"
	}
	return ""
}

func (g *previous) String() string { return "looking for the " + g.name + " before" }
