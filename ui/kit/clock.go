package kit

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// A Clock is the time of screens. The zero value and nil are the machine's clock. A simulated
// clock stands still until Advance, so that a script shows the same on every machine.
type Clock struct {
	simulated bool
	now       time.Time
	due       []appointment
}

type appointment struct {
	at   time.Time
	send func(time.Time) tea.Msg
}

// NewClock returns a simulated clock.
func NewClock() *Clock { return &Clock{simulated: true, now: time.Unix(0, 0).UTC()} }

// Simulated reports whether no time passes while work runs.
func (c *Clock) Simulated() bool { return c != nil && c.simulated }

// Now returns the present time.
func (c *Clock) Now() time.Time {
	if c.Simulated() {
		return c.now
	}
	return time.Now()
}

// After sends a message after a duration. Call it in the event loop: in simulated time the
// message is scheduled at once, not by the command, which may run in any goroutine at any time;
// the command is nil then.
func (c *Clock) After(wait time.Duration, send func(time.Time) tea.Msg) tea.Cmd {
	if !c.Simulated() {
		return tea.Tick(wait, send)
	}
	c.due = append(c.due, appointment{c.now.Add(wait), send})
	return nil
}

// Advance moves the time to the first message due within a duration and returns the message,
// and the rest of the duration. Without one, it moves to the end of the duration and returns
// nil.
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
