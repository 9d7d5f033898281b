//go:build !unix

package app

import (
	"os"
	"os/signal"

	tea "github.com/charmbracelet/bubbletea"
)

// Signals turns the signals of the system into messages; there is one here.
type signals struct{ caught chan os.Signal }

func watchSignals(send func(tea.Msg)) *signals {
	s := &signals{make(chan os.Signal, 8)}
	signal.Notify(s.caught, os.Interrupt)
	go func() {
		for range s.caught {
			send(endMsg{})
		}
	}()
	return s
}

func (s *signals) end() {
	signal.Stop(s.caught)
	close(s.caught)
}

func (s *signals) letStop()   {}
func (s *signals) catchStop() {}
