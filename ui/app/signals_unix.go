//go:build unix

package app

import (
	"os"
	"os/signal"
	"syscall"

	tea "github.com/charmbracelet/bubbletea"
)

// Signals turns the signals of the system into messages. Bubble Tea's own handler
// ends the program without saying that it was interrupted, and lets a stop signal
// leave the terminal as it is.
type signals struct{ caught chan os.Signal }

func watchSignals(send func(tea.Msg)) *signals {
	s := &signals{make(chan os.Signal, 8)}
	signal.Notify(s.caught, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGTSTP, syscall.SIGCONT)
	go func() {
		for caught := range s.caught {
			switch caught {
			case syscall.SIGTSTP:
				send(stopMsg{})
			case syscall.SIGCONT:
				send(continuedMsg{})
			default:
				send(endMsg{})
			}
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
func (s *signals) letStop() { signal.Reset(syscall.SIGTSTP) }

func (s *signals) catchStop() { signal.Notify(s.caught, syscall.SIGTSTP) }
