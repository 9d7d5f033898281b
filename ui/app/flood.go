package app

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// A flood is keys that come faster than anybody types: a text that a terminal pastes as if
// it were typed. What is too much is dropped, so that Ctrl+C, which comes behind it, is
// not kept waiting. The zero value has seen no keys.
type flood struct {
	taken float64 // characters, less those that somebody may have typed meanwhile
	at    time.Time
}

// The most characters that are taken at once, and how many more every second: holding a
// key gives some 30.
const (
	mostKeys = 4096
	perKey   = time.Second / 100
)

// drops reports whether a message, which comes at a time, is a key that is too much.
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

// sift drops the messages that are too much, before anything is computed or drawn.
func (r *root) sift(_ tea.Model, msg tea.Msg) tea.Msg {
	if r.flood.drops(msg, time.Now()) {
		r.presses++ // a q before it is text
		return nil
	}
	return msg
}
