package drive

import (
	"time"

	"regretscope/model"
	"regretscope/ui/kit"
)

// A goal is somewhere in the run to go to, in slices.
type goal struct {
	text  string // what is going on meanwhile
	shown bool   // the way there is worth watching
	// slice works towards the goal until soon after the time is up, and tells whether
	// it is reached; outcome is what there is to say then, nil for nothing.
	slice   func(s *model.Session, budget time.Duration) bool
	outcome func(s *model.Session) string

	to   int // the round that it goes to; −1: it is not known
	back int // the round to return to when it is interrupted; −1: it ends where it is
}

func seek(round int, forward bool) *goal {
	return &goal{
		text: "going to round " + kit.Count(round), shown: forward, to: round, back: -1,
		slice: func(s *model.Session, budget time.Duration) bool { return s.SeekFor(round, budget) },
	}
}

// next goes on to the next round with an event, which has a name in words.
func next(event model.Event, learner int, name string) *goal {
	return &goal{
		text: "looking for the next " + name, shown: true, to: -1, back: -1,
		slice: func(s *model.Session, budget time.Duration) bool { return s.AdvanceTo(event, learner, budget) },
		outcome: func(s *model.Session) string {
			if s.Done() {
				return "the horizon is reached: there is nothing after it"
			}
			return ""
		},
	}
}

// previous goes back to the newest round with an event before the one that it begins in.
func previous(event model.Event, learner int, name string, from int) *goal {
	var search *model.Search // nil before the first slice
	return &goal{
		text: "looking for the " + name + " before", to: -1, back: from,
		slice: func(s *model.Session, budget time.Duration) bool {
			deadline := time.Now().Add(budget)
			if search == nil {
				search = s.SearchBack(event, learner)
			}
			return search.For(budget) && (search.Round() == 0 || s.SeekFor(search.Round(), time.Until(deadline)))
		},
		outcome: func(*model.Session) string {
			if search.Round() == 0 {
				return "there is no " + name + " before this round"
			}
			return ""
		},
	}
}
