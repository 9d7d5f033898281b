package drive

import (
	"fmt"
	"time"

	"regretscope/model"
	"regretscope/ui/kit"
)

// A goal is somewhere in the run to go to, in slices.
type goal interface {
	// slice works towards the goal until soon after the time is up, and tells
	// whether it is reached.
	slice(s *model.Session, budget time.Duration) bool
	// shown reports whether the way there is worth watching.
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
func (g *seek) String() string                                    { return "going to round " + kit.Count(g.round) }

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

// previous goes back to the newest earlier round with an event.
type previous struct {
	event   model.Event
	learner int
	name    string
	from    int           // the round to return to when it is interrupted
	search  *model.Search // nil before the first slice
}

func (g *previous) slice(s *model.Session, budget time.Duration) bool {
	deadline := time.Now().Add(budget)
	if g.search == nil {
		g.search = s.SearchBack(g.event, g.learner)
	}
	if !g.search.For(budget) {
		return false
	}
	return g.search.Round() == 0 || s.SeekFor(g.search.Round(), time.Until(deadline))
}

func (g *previous) shown() bool { return false }

func (g *previous) outcome(*model.Session) string {
	if g.search.Round() == 0 {
		return "there is no " + g.name + " before this round"
	}
	return ""
}

func (g *previous) String() string { return "looking for the " + g.name + " before" }
