//go:build !js

package app

import (
	"maps"
	"os"
	"os/signal"
	"slices"

	tea "github.com/charmbracelet/bubbletea"
)

// Signals turns the signals of the system into messages. Bubble Tea's own handler
// ends the program without saying that it was interrupted, and lets a stop signal
// leave the terminal as it is.
type signals struct{ caught chan os.Signal }

func watchSignals(send func(tea.Msg)) *signals {
	s := &signals{make(chan os.Signal, 8)}
	signal.Notify(s.caught, slices.Collect(maps.Keys(signalMessages))...)
	go func() {
		for caught := range s.caught {
			send(signalMessages[caught])
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
