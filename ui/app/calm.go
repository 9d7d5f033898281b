package app

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
)

// A calm screen is for eyes that motion hurts or distracts: it is repainted when a key
// is pressed, once more for what the key led to, and otherwise once a second at most.
type calm struct {
	shown   string    // what is on screen
	painted time.Time // when it was painted
	pressed bool      // something was pressed since
	owed    bool      // what came of that is not on screen yet
	waiting bool      // a repaintMsg is under way
}

// calmly is the time between two repaints that nothing was pressed for.
const calmly = time.Second

// A repaintMsg says that it is time to show what has changed.
type repaintMsg struct{}

// after takes note of a message, and makes sure that what it has changed is shown in
// the end.
func (c *calm) after(msg tea.Msg, clock *kit.Clock) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg, tea.WindowSizeMsg:
		c.pressed, c.owed = true, true
	case tea.MouseMsg:
		c.pressed = c.pressed || msg.Action == tea.MouseActionPress
		c.owed = c.owed || c.pressed
	case repaintMsg:
		c.waiting = false
		if clock.Now().Sub(c.painted) >= calmly {
			c.pressed = true
			return nil
		}
	}
	if c.waiting {
		return nil
	}
	c.waiting = true
	wait := max(calmly-clock.Now().Sub(c.painted), 0)
	return clock.After(wait, func(time.Time) tea.Msg { return repaintMsg{} })
}

// view is the view that is on screen, or a new one where it is time for that; busy says
// that what the newest key led to is not there yet.
func (c *calm) view(draw func() string, busy bool, now time.Time) string {
	switch {
	case c.pressed:
	case c.owed && !busy && now.Sub(c.painted) < calmly:
		if draw() == c.shown {
			return c.shown
		}
		c.owed = false
	default:
		return c.shown
	}
	c.pressed = false
	c.shown, c.painted = draw(), now
	return c.shown
}
