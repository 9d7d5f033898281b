package app

import (
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// Of a text that comes at once a beginning is taken; keys that somebody presses or
// holds, and Ctrl+C, are taken however many came before.
func TestFloods(t *testing.T) {
	letter := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("n")}
	for _, c := range []struct {
		name  string
		key   tea.KeyMsg
		times int
		every time.Duration
		taken int
	}{
		{"pasted letters", letter, 10_000, 0, 4096},
		{"pasted words", tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("words")}, 10_000, 0, 819},
		{"pasted line ends", tea.KeyMsg{Type: tea.KeyEnter}, 10_000, 0, 4096},
		{"pasted on a busy machine", letter, 10_000, time.Millisecond, 4096 + 10_000/10},
		{"pastes in brackets", tea.KeyMsg{Type: tea.KeyRunes, Runes: make([]rune, 100_000), Paste: true}, 100, 0, 100},
		{"a key that is held", letter, 100_000, 33 * time.Millisecond, 100_000},
		{"a person", letter, 10_000, 200 * time.Millisecond, 10_000},
	} {
		t.Run(c.name, func(t *testing.T) {
			var f flood
			now, taken := time.Unix(1, 0), 0
			for range c.times {
				if now = now.Add(c.every); !f.drops(c.key, now) {
					taken++
				}
			}
			if diff := taken - c.taken; diff < -1 || diff > 1 {
				t.Errorf("%d are taken, want %d", taken, c.taken)
			}
			for _, msg := range []tea.Msg{tea.KeyMsg{Type: tea.KeyCtrlC}, tea.KeyMsg{Type: tea.KeyCtrlZ}, tea.WindowSizeMsg{}} {
				if f.drops(msg, now) {
					t.Errorf("%v is dropped", msg)
				}
			}
			if f.drops(c.key, now.Add(time.Second)) {
				t.Error("a key after a second is dropped")
			}
		})
	}
}
