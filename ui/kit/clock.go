package kit

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// A Clock is the time that screens go by. The zero value and nil are the machine's
// clock. A simulated one stands still until it is told to go on, so that what a
// script shows depends on no machine.
type Clock struct {
	simulated bool
	now       time.Time
	due       []appointment
}

type appointment struct {
	at   time.Time
	send func(time.Time) tea.Msg
}

// NewClock makes a simulated clock.
func NewClock() *Clock { return &Clock{simulated: true, now: time.Unix(0, 0).UTC()} }

// Simulated reports whether work may take as long as it takes, because no time
// passes meanwhile.
func (c *Clock) Simulated() bool { return c != nil && c.simulated }

// Now returns the present time.
func (c *Clock) Now() time.Time {
	if c.Simulated() {
		return c.now
	}
	return time.Now()
}

// After sends a message after a while. It is for the event loop: in simulated time the
// appointment is made at once, and not by the command, which may run in any goroutine
// at any time; there is no command then.
func (c *Clock) After(wait time.Duration, send func(time.Time) tea.Msg) tea.Cmd {
	if !c.Simulated() {
		return tea.Tick(wait, send)
	}
	c.due = append(c.due, appointment{c.now.Add(wait), send})
	return nil
}

// Advance goes on to the first message that is due within a while, and returns it;
// without one, to the end of the while, and returns nil. Rest is what is left of
// the while.
func (c *Clock) Advance(while time.Duration) (msg tea.Msg, rest time.Duration) {
	slices.SortStableFunc(c.due, func(a, b appointment) int { return a.at.Compare(b.at) })
	if len(c.due) == 0 || c.due[0].at.After(c.now.Add(while)) {
		c.now = c.now.Add(while)
		return nil, 0
	}
	first := c.due[0]
	c.due = c.due[1:]
	rest = while - max(first.at.Sub(c.now), 0)
	c.now = first.at
	return first.send(c.now), rest
}
