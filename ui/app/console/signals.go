//go:build !js

package console

import (
	"os"
	"os/signal"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit/stream"
)

// Signals turn the system's signals into messages. Bubble Tea's own handler ends the program
// without reporting an interrupt, and lets a stop signal leave the terminal in raw mode.
type Signals struct {
	caught   chan os.Signal
	canceler *stream.Canceler
}

// Watch turns the system's signals into messages. A signal that ends the program also cancels
// its output, even if no message is received.
func Watch(send func(tea.Msg), canceler *stream.Canceler) *Signals {
	s := &Signals{make(chan os.Signal, 8), canceler}
	signal.Notify(s.caught, slices.Concat(stream.Endings, stopSignals)...)
	messages := make(chan tea.Msg, 8)
	go func() {
		defer close(messages)
		for caught := range s.caught {
			msg := stopMessage(caught)
			if msg == nil {
				canceler.Cancel()
				go send(EndMsg{}) // never dropped
				continue
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
