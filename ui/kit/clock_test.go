package kit

import (
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// A simulated clock sends messages in the order of their times, at those times.
func TestSimulatedClock(t *testing.T) {
	c := NewClock()
	start := c.Now()
	send := func(name string) func(time.Time) tea.Msg {
		return func(at time.Time) tea.Msg { return name + " " + at.Sub(start).String() }
	}
	for _, a := range []struct {
		name string
		wait time.Duration
	}{{"second", 2 * time.Second}, {"first", time.Second}, {"also second", 2 * time.Second}} {
		if c.After(a.wait, send(a.name)) != nil {
			t.Errorf("%s: a goroutine would write what Advance reads", a.name)
		}
	}
	rest := 3 * time.Second
	for _, want := range []string{"first 1s", "second 2s", "also second 2s"} {
		var msg tea.Msg
		if msg, rest = c.Advance(rest); msg != want {
			t.Errorf("got %v, want %s", msg, want)
		}
	}
	if msg, left := c.Advance(rest); msg != nil || left != 0 || c.Now().Sub(start) != 3*time.Second {
		t.Errorf("%v, %v left, at %v", msg, left, c.Now().Sub(start))
	}
}

// Without anything else, the machine's clock is used.
func TestMachineClock(t *testing.T) {
	for _, c := range []*Clock{nil, {}} {
		if c.Simulated() || time.Since(c.Now()) > time.Minute {
			t.Errorf("%v is not the machine's clock", c)
		}
		if msg := c.After(time.Microsecond, func(time.Time) tea.Msg { return "sent" })(); msg != "sent" {
			t.Errorf("got %v", msg)
		}
	}
}
