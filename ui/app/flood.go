package app

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// A flood is input faster than typing: text that a terminal pastes as if it were typed. Excess
// keys are dropped so that a Ctrl+C behind them is not delayed. The zero value is ready for
// use.
type flood struct {
	taken float64 // characters so far, reduced by the usual typing rate
	at    time.Time
}

// The number of characters accepted at once, and per second: a held key repeats about 30 times
// a second.
const (
	mostKeys = 4096
	perKey   = time.Second / 100
)

// drops reports whether to drop a message that arrives now.
func (f *flood) drops(msg tea.Msg, now time.Time) bool {
	key, ok := msg.(tea.KeyMsg)
	if !ok || key.Type == tea.KeyCtrlC || key.Type == tea.KeyCtrlZ {
		return false
	}
	f.taken = max(0, f.taken-float64(now.Sub(f.at))/float64(perKey))
	f.at = now
	n := 1.
	if !key.Paste {
		n = max(n, float64(len(key.Runes)))
	}
	if f.taken+n > mostKeys {
		return true
	}
	f.taken += n
	return false
}

// sift drops excess keys before they cause any work.
func (r *root) sift(_ tea.Model, msg tea.Msg) tea.Msg {
	if r.flood.drops(msg, time.Now()) {
		r.presses++ // a q before it is part of the text
		return nil
	}
	return msg
}
