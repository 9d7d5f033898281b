package app

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
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
func (r *root) after(msg tea.Msg) tea.Cmd {
	c := r.calm
	if c == nil {
		return nil
	}
	switch msg := msg.(type) {
	case tea.KeyMsg, tea.WindowSizeMsg:
		c.pressed, c.owed = true, true
	case tea.MouseMsg:
		c.pressed = c.pressed || msg.Action == tea.MouseActionPress
		c.owed = c.owed || c.pressed
	case repaintMsg:
		c.waiting = false
		if r.clock.Now().Sub(c.painted) >= calmly {
			c.pressed = true
			return nil
		}
	}
	if c.waiting {
		return nil
	}
	c.waiting = true
	wait := max(calmly-r.clock.Now().Sub(c.painted), 0)
	return r.clock.After(wait, func(time.Time) tea.Msg { return repaintMsg{} })
}

// busy reports whether what the newest key led to is not there yet.
func (r *root) busy() bool {
	return r.tour != nil && r.tour.way != nil || r.preparing()
}

// calmView is the view that is on screen, or a new one where it is time for that.
func (r *root) calmView() string {
	c := r.calm
	switch {
	case c.pressed:
	case c.owed && !r.busy() && r.clock.Now().Sub(c.painted) < calmly:
		if r.draw() == c.shown {
			return c.shown
		}
		c.owed = false
	default:
		return c.shown
	}
	c.pressed = false
	c.shown, c.painted = r.draw(), r.clock.Now()
	return c.shown
}
