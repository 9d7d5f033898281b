package drive

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	memory "regretscope/noise/memlimit"
	"regretscope/noise/number"
	"regretscope/ui/kit"
)

// A goal is somewhere in the run to go to, in slices.
type goal struct {
	text  string // what is going on meanwhile
	shown bool   // the way there is worth watching
	// pursue works towards the goal until soon after the time is up, and reports whether
	// it is reached; outcome is what there is to say then, or nil.
	pursue  func(s *model.Session, budget time.Duration) bool
	outcome func(s *model.Session) string

	to   int // the round that it goes to; −1: it is not known
	back int // the round to return to when it is interrupted; −1: it ends where it is
}

func (g *goal) slice(s *model.Session, msg *sliceMsg) {
	msg.goal, msg.reached = g, g.pursue(s, budget)
	if msg.reached && g.outcome != nil {
		msg.outcome = g.outcome(s)
	}
	if msg.reached || g.shown {
		msg.shot = s.Snapshot()
	}
}

func seek(round int, forward bool) *goal {
	return &goal{
		text: "going to round " + kit.Count(round), shown: forward, to: round, back: -1,
		pursue: func(s *model.Session, budget time.Duration) bool { return s.SeekFor(round, budget) },
	}
}

// Next pauses and goes on to the next round in which an event, described by a
// name, happens to a learner.
func (d *Driver) Next(event model.Event, learner int, name string) tea.Cmd {
	d.jumps++
	return d.head(&goal{
		text: "looking for the next " + name, shown: true, to: -1, back: -1,
		pursue: func(s *model.Session, budget time.Duration) bool { return s.AdvanceTo(event, learner, budget) },
		outcome: func(s *model.Session) string {
			return kit.Unless(!s.Done(), "the horizon is reached: no rounds after it")
		},
	})
}

// Previous pauses and goes back to the newest earlier round with an event.
func (d *Driver) Previous(event model.Event, learner int, name string) tea.Cmd {
	d.jumps++
	var search *model.Search // nil before the first slice
	return d.head(&goal{
		text: "looking for the " + name + " before", to: -1, back: d.Round(),
		pursue: func(s *model.Session, budget time.Duration) bool {
			deadline := time.Now().Add(budget)
			if search == nil {
				search = s.SearchBack(event, learner)
			}
			return search.For(budget) && (search.Round() == 0 || s.SeekFor(search.Round(), time.Until(deadline)))
		},
		outcome: func(*model.Session) string {
			return kit.Unless(search.Round() > 0, "there is no "+name+" before this round")
		},
	})
}

// A change of learners that is to be made, or under way. It goes before any goal.
type change struct {
	to          *model.Config // nil: no change is under way
	work        *model.Change // nil before the first slice, and while a command has it
	done, total int           // rounds that new learners have played, of how many
}

func (c *change) String() string {
	if c.total == 0 {
		return "catching up"
	}
	return "catching up: " + number.Share(float64(100*c.done/c.total)/100)
}

func (c change) slice(s *model.Session, msg *sliceMsg) {
	if c.work == nil {
		c.work = s.Change(c.to)
	}
	msg.reached = c.work.For(budget)
	c.done, c.total = c.work.Progress()
	msg.failed, msg.change = c.work.Err(), c
	if msg.reached {
		msg.shot = s.Snapshot()
	}
}

// onSlice takes a slice of work back, unless another change is wanted meanwhile.
func (c *change) onSlice(msg sliceMsg) {
	switch {
	case c.to == nil || msg.change.to != c.to:
	case msg.reached:
		*c = change{}
	default:
		*c = msg.change
	}
}

// A frameMsg advances a running run by one frame, and starts the next frame.
type frameMsg time.Time

func (d *Driver) nextFrame() tea.Cmd {
	return d.clock.After(frame, func(now time.Time) tea.Msg { return frameMsg(now) })
}

type sliceMsg struct {
	run     int64 // which run it belongs to: those of others are dropped
	session *model.Session
	shot    *model.Snapshot // nil if there is nothing to show yet
	rounds  int             // that were played at a pace
	goal    *goal           // that was worked on, if any
	change  change          // that was worked on, if any
	reached bool
	outcome string
	full    error // why there is no room in memory to go on, if so
	failed  error // why a change of learners could not be made, if so
}

// work has a command play a slice with the session, which no one else may use until
// onSlice.
func (d *Driver) work(do func(s *model.Session, msg *sliceMsg)) tea.Cmd {
	msg := sliceMsg{run: d.run, session: d.session}
	d.session = nil
	return func() tea.Msg {
		do(msg.session, &msg)
		msg.full = memory.Measure()
		return msg
	}
}

func (d *Driver) play(n int) tea.Cmd {
	limit := d.budget()
	return d.work(func(s *model.Session, msg *sliceMsg) {
		before := s.Round()
		s.AdvanceFor(n, limit)
		msg.shot, msg.rounds = s.Snapshot(), s.Round()-before
	})
}
