package kit

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// A Ticker advances an animation. At most one of its ticks is under way, and
// ticks from before Reset are ignored. The zero value is at rest.
type Ticker struct {
	After func(time.Duration, func(time.Time) tea.Msg) tea.Cmd // tea.Tick, unless a test sets it

	next *byte // the address that the next tick carries; nil: none is under way
}

// A TickMsg is one tick, for the Update of the ticker that sent it.
type TickMsg struct{ id *byte }

// Next returns the command that sends a tick after a while; nil where a tick is
// under way already.
func (t *Ticker) Next(wait time.Duration) tea.Cmd {
	if t.next != nil {
		return nil
	}
	after, id := t.After, new(byte)
	if after == nil {
		after = tea.Tick
	}
	t.next = id
	return after(wait, func(time.Time) tea.Msg { return TickMsg{id} })
}

// Update reports whether a message is the tick that was asked for; Next may ask for
// another one then.
func (t *Ticker) Update(msg tea.Msg) bool {
	tick, ok := msg.(TickMsg)
	if !ok || t.next == nil || tick.id != t.next {
		return false
	}
	t.next = nil
	return true
}

// Reset forgets the tick that is under way.
func (t *Ticker) Reset() { t.next = nil }
