//go:build !js

package console

import (
	"maps"
	"os"
	"os/signal"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit/stream"
)

// Signals turn the system's signals into messages. Bubble Tea's own handler ends the program
// without reporting an interrupt, and lets a stop signal leave the terminal in raw mode.
type Signals struct{ caught chan os.Signal }

// Watch turns the system's signals into messages. A signal that ends the program also cancels
// its output, even if no message is received.
func Watch(send func(tea.Msg), canceler *stream.Canceler) *Signals {
	s := &Signals{make(chan os.Signal, 8)}
	signal.Notify(s.caught, slices.Collect(maps.Keys(signalMessages))...)
	messages := make(chan tea.Msg, 8)
	go func() {
		defer close(messages)
		for caught := range s.caught {
			msg := signalMessages[caught]
			if msg == (EndMsg{}) {
				canceler.Cancel()
			}
			select {
			case messages <- msg:
			default: // nobody receives one
			}
		}
	}()
	go func() {
		for msg := range messages {
			send(msg)
		}
	}()
	return s
}

// End lets the system handle signals again.
func (s *Signals) End() {
	signal.Stop(s.caught)
	close(s.caught)
}

// LetStop lets the next stop signal stop the program, until CatchStop.
func (s *Signals) LetStop() {
	for _, stop := range stopSignals {
		signal.Reset(stop)
	}
}

// CatchStop catches stop signals again after LetStop.
func (s *Signals) CatchStop() {
	for _, stop := range stopSignals {
		signal.Notify(s.caught, stop)
	}
}
