package drive

import (
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/noise/number"
)

// A change of learners that is to be made, or under way. It goes before any goal.
type change struct {
	to          *model.Config // nil: there is none
	work        *model.Change // nil before the first slice, and while a command has it
	done, total int           // rounds that new learners have played, of how many
}

func (c *change) String() string {
	if c.total == 0 {
		return "catching up"
	}
	return "catching up: " + number.Share(float64(100*c.done/c.total)/100)
}

// changeSlice works on a change of a session, which no one else may use meanwhile.
func changeSlice(run int64, session *model.Session, c change) tea.Cmd {
	return func() tea.Msg {
		if c.work == nil {
			c.work = session.Change(c.to)
		}
		msg := sliceMsg{run: run, session: session, reached: c.work.For(budget)}
		c.done, c.total = c.work.Progress()
		msg.failed = c.work.Err()
		msg.change = c
		if msg.reached {
			msg.shot = session.Snapshot()
		}
		return measured(msg)
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
