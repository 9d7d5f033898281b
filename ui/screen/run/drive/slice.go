package drive

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	memory "regretscope/noise/budget"
)

// A frameMsg advances a running run by one frame, and starts the next frame.
type frameMsg time.Time

func (d *Driver) nextFrame() tea.Cmd {
	return d.clock.After(frame, func(now time.Time) tea.Msg { return frameMsg(now) })
}

// A sliceMsg brings the session back.
type sliceMsg struct {
	run     int64 // which run it belongs to: those of others are dropped
	session *model.Session
	shot    *model.Snapshot // nil where there is nothing to show yet
	rounds  int             // that were played at a pace
	goal    *goal           // that was worked on, if any
	change  change          // that was worked on, if any
	reached bool
	outcome string
	full    error // why there is no room in memory to go on, if so
	failed  error // why a change of learners could not be made, if so
}

// measured adds to a slice whether there is room in memory to go on.
func measured(msg sliceMsg) sliceMsg {
	msg.full = memory.Measure()
	return msg
}

// open makes a new session off the event loop.
func open(run int64, config *model.Config) tea.Cmd {
	return func() tea.Msg {
		session := model.NewSession(config)
		return sliceMsg{run: run, session: session, shot: session.Snapshot()}
	}
}

// playSlice plays up to n rounds of a session, which no one else may use meanwhile.
func playSlice(run int64, session *model.Session, n int, budget time.Duration) tea.Cmd {
	return func() tea.Msg {
		before := session.Round()
		session.AdvanceFor(n, budget)
		return measured(sliceMsg{
			run: run, session: session, shot: session.Snapshot(),
			rounds: session.Round() - before,
		})
	}
}

// goalSlice works towards a goal with a session, which no one else may use meanwhile.
func goalSlice(run int64, session *model.Session, g *goal) tea.Cmd {
	return func() tea.Msg {
		msg := sliceMsg{run: run, session: session, goal: g}
		msg.reached = g.slice(session, budget)
		if msg.reached && g.outcome != nil {
			msg.outcome = g.outcome(session)
		}
		if msg.reached || g.shown {
			msg.shot = session.Snapshot()
		}
		return measured(msg)
	}
}
