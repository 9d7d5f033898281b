package drive

import (
	"context"
	"slices"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/noise/number"
	"regretscope/ui/kit"
)

// A goal is a round or event to go to, in slices.
type goal struct {
	text  string // what to show meanwhile
	shown bool   // draw the rounds on the way
	// pursue plays for about the given time and reports whether the goal is reached; outcome,
	// if not nil, returns a remark then.
	pursue  func(s *model.Session, budget time.Duration) bool
	outcome func(s *model.Session) string

	to   int // the target round, or −1 if unknown
	back int // the round to return to after an interruption, or −1 to stay
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
		text: "going to round " + number.Count(round), shown: forward, to: round, back: -1,
		pursue: func(s *model.Session, budget time.Duration) bool { return s.SeekFor(round, budget) },
	}
}

// Next pauses and goes to the next round with an event.
func (d *Driver) Next(event model.Event, learner int, name string) tea.Cmd {
	d.jumps++
	return d.head(&goal{
		text: "looking for the next " + name, shown: true, to: -1, back: -1,
		pursue: func(s *model.Session, budget time.Duration) bool { return s.AdvanceTo(event, learner, budget) },
		outcome: func(s *model.Session) string {
			return kit.TextUnless(!s.Done(), "the horizon is reached: no rounds after it")
		},
	})
}

// Previous pauses and goes back to the newest earlier round with an event.
func (d *Driver) Previous(event model.Event, learner int, name string) tea.Cmd {
	d.jumps++
	d.begin(d.round())
	var search *model.Search // nil before the first slice
	return d.head(&goal{
		text: "looking for the " + name + " before", to: -1, back: d.round(),
		pursue: func(s *model.Session, budget time.Duration) bool {
			deadline := time.Now().Add(budget)
			if search == nil {
				search = s.SearchBack(event, learner)
			}
			return search.For(budget) && (search.Round() == 0 || s.SeekFor(search.Round(), time.Until(deadline)))
		},
		outcome: func(*model.Session) string {
			return kit.TextUnless(search.Round() > 0, "there is no "+name+" before this round")
		},
	})
}

// A change is a change of learners. It takes precedence over a goal.
type change struct {
	to          *model.Config // nil: not in progress
	work        *model.Change // nil before the first slice, and during one
	done, total int           // rounds that the new learners have played, and must play
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

// onSlice stores the state after a slice, unless another change was requested.
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
	run     int64 // slices of other runs are dropped
	session *model.Session
	shot    *model.Snapshot // nil: nothing new to show
	rounds  int             // played at the pace
	goal    *goal           // that the slice pursued, or nil
	change  change          // that the slice worked on, if any
	reached bool
	outcome string
	failed  error // set if the change of learners failed
}

// work plays a slice in the background. Only the slice may use the session until onSlice.
func (d *Driver) work(do func(s *model.Session, msg *sliceMsg)) tea.Cmd {
	msg := sliceMsg{run: d.run, session: d.session}
	d.session = nil
	return func() tea.Msg {
		do(msg.session, &msg)
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

// A Probe plays single rounds in a session of its own, beside the run. The zero value is ready
// for use; its methods are for the event loop.
type Probe struct {
	task   kit.Task[*Probed]
	config *model.Config
	aside  *aside
}

// aside is a probe's session, used by one command at a time.
type aside struct {
	sync.Mutex
	session *model.Session // nil before the first look
}

// A Question asks why a learner did not play an arm.
type Question struct{ Learner, Arm int }

// A Probed is the state of a round.
type Probed struct {
	Shot    *model.Snapshot
	Changed []bool        // by learner: its play differs from the round before
	WhyNot  *model.WhyNot // nil without a question, or if the arm was played
}

// Look requests a round and an answer to a question, if there is one, in place of earlier
// requests; round 0 requests nothing.
func (p *Probe) Look(config *model.Config, round int, question *Question) tea.Cmd {
	if config != p.config {
		p.config, p.aside = config, &aside{}
	}
	if round == 0 {
		p.task.Drop()
		return nil
	}
	aside := p.aside
	return p.task.Start(func(ctx context.Context, _ func(int, int)) (*Probed, error) {
		aside.Lock()
		defer aside.Unlock()
		if aside.session == nil {
			aside.session = model.NewSession(config)
		}
		for !aside.session.SeekFor(round-1, budget) {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
		}
		found := &Probed{}
		if question != nil {
			if answer, ok := aside.session.WhyNot(question.Learner, question.Arm); ok {
				found.WhyNot = &answer
			}
		}
		found.step(aside.session)
		return found, nil
	})
}

// Update returns what a message brings for the newest request; nil if nothing.
func (p *Probe) Update(msg tea.Msg) *Probed {
	if done, _ := p.task.Update(msg); done != nil {
		return done.Value
	}
	return nil
}

func (m *Probed) step(s *model.Session) {
	before := s.Snapshot()
	s.Advance(1)
	m.Shot = s.Snapshot()
	for i := range m.Shot.Learners {
		then, now := before.Learners[i].Play, m.Shot.Learners[i].Play
		m.Changed = append(m.Changed, before.Round > 0 && !slices.Equal(then, now))
	}
}
