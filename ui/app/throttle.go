package app

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
)

// A repaintThrottle reduces motion: the screen is repainted when a key is pressed, once more
// when the key has taken effect, and otherwise at most once per repaintInterval.
type repaintThrottle struct {
	shown   string    // the view on screen
	painted time.Time // when shown was painted
	pressed bool      // a key or button was pressed since
	owed    bool      // its effect is not on screen yet
	waiting bool      // a repaintMsg is pending
}

// repaintInterval is the shortest time between two repaints without a key press.
const repaintInterval = time.Second

// A repaintMsg asks for a repaint.
type repaintMsg struct{}

// after notes a message and schedules a repaint unless one is pending.
func (c *repaintThrottle) after(msg tea.Msg, clock *kit.Clock) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg, tea.WindowSizeMsg:
		c.pressed, c.owed = true, true
	case tea.MouseMsg:
		c.pressed = c.pressed || msg.Action == tea.MouseActionPress
		c.owed = c.owed || c.pressed
	case repaintMsg:
		c.waiting = false
		if clock.Now().Sub(c.painted) >= repaintInterval {
			c.pressed = true
			return nil
		}
	}
	if c.waiting {
		return nil
	}
	c.waiting = true
	wait := max(repaintInterval-clock.Now().Sub(c.painted), 0)
	return clock.After(wait, func(time.Time) tea.Msg { return repaintMsg{} })
}

// view returns the view on screen, or a new one if a repaint is due; busy reports whether the
// newest key has not taken full effect yet.
func (c *repaintThrottle) view(draw func() string, busy bool, now time.Time) string {
	switch {
	case c.pressed:
	case c.owed && !busy && now.Sub(c.painted) < repaintInterval:
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
