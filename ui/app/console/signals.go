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

// Signals turn the signals of the system into messages. Bubble Tea's own handler
// ends the program without saying that it was interrupted, and lets a stop signal
// leave the terminal as it is.
type Signals struct{ caught chan os.Signal }

// Watch turns the system's signals into messages. A signal that ends the program ends its
// output, too, even while no message is received.
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
			default: // nobody takes any
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

// End leaves signals to the system again.
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

// CatchStop lets the program hear of a stop again, after LetStop.
func (s *Signals) CatchStop() {
	for _, stop := range stopSignals {
		signal.Notify(s.caught, stop)
	}
}
