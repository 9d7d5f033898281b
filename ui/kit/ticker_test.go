package kit

import (
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

func TestTicker(t *testing.T) {
	ticker := Ticker{After: func(_ time.Duration, f func(time.Time) tea.Msg) tea.Cmd {
		return func() tea.Msg { return f(time.Time{}) }
	}}
	first := ticker.Next(time.Second)
	if first == nil || ticker.Next(time.Second) != nil {
		t.Fatal("not one tick under way")
	}
	stale := first()
	ticker.Reset()
	fresh := ticker.Next(time.Second)()
	for _, step := range []struct {
		msg  tea.Msg
		want bool
	}{{stale, false}, {nil, false}, {fresh, true}, {fresh, false}} {
		if got := ticker.Update(step.msg); got != step.want {
			t.Errorf("%v: %v", step.msg, got)
		}
	}
}
