//go:build !js

package console

import (
	"os"
	"os/signal"

	tea "github.com/charmbracelet/bubbletea"
)

// Signals turn the system's signals into messages. Bubble Tea's own handler ends the program
// without reporting an interrupt, and lets a stop signal leave the terminal in raw mode.
type Signals struct {
	caught chan os.Signal
	ended  func() bool // the program is to end
}

// Watch turns the system's signals into messages, except those that end the program.
func Watch(send func(tea.Msg), ended func() bool) *Signals {
	s := &Signals{make(chan os.Signal, 8), ended}
	if len(stopSignals) > 0 { // without a list, all signals would be caught
		signal.Notify(s.caught, stopSignals...)
	}
	go func() {
		for caught := range s.caught {
			send(stopMessage(caught))
		}
	}()
	return s
}

// End lets the system handle signals again.
func (s *Signals) End() {
	signal.Stop(s.caught)
	close(s.caught)
}
