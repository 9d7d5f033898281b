//go:build !unix

package console

import (
	"errors"
	"os"

	tea "github.com/charmbracelet/bubbletea"
)

var stopSignals []os.Signal // this system has none

func stopMessage(os.Signal) tea.Msg { return nil }

// MaySuspend returns an error: this system cannot stop a program.
func MaySuspend() error { return errors.New("suspend: this system cannot stop a program") }

// Suspend does nothing.
func (*Signals) Suspend() {}
