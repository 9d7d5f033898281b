//go:build !js

package app

import (
	"maps"
	"os"
	"os/signal"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit/deaf"
)

// Signals turns the signals of the system into messages. Bubble Tea's own handler
// ends the program without saying that it was interrupted, and lets a stop signal
// leave the terminal as it is.
type signals struct{ caught chan os.Signal }

// watchSignals sends messages as long as somebody takes them, and tells the output of the
// program's end whether or not.
func watchSignals(send func(tea.Msg), end *deaf.End) *signals {
	s := &signals{make(chan os.Signal, 8)}
	signal.Notify(s.caught, slices.Collect(maps.Keys(signalMessages))...)
	messages := make(chan tea.Msg, 8)
	go func() {
		defer close(messages)
		for caught := range s.caught {
			msg := signalMessages[caught]
			if msg == (endMsg{}) {
				end.Come()
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

// end leaves signals to the system again.
func (s *signals) end() {
	signal.Stop(s.caught)
	close(s.caught)
}

// letStop lets the next stop signal stop the program, until catchStop.
func (s *signals) letStop() {
	for _, stop := range stopSignals {
		signal.Reset(stop)
	}
}

func (s *signals) catchStop() {
	for _, stop := range stopSignals {
		signal.Notify(s.caught, stop)
	}
}
