//go:build unix

package app

import (
	"os"
	"syscall"

	tea "github.com/charmbracelet/bubbletea"
)

var stopSignals = []os.Signal{syscall.SIGTSTP}

var signalMessages = map[os.Signal]tea.Msg{
	syscall.SIGINT: endMsg{}, syscall.SIGTERM: endMsg{}, syscall.SIGHUP: endMsg{},
	syscall.SIGTSTP: stopMsg{}, syscall.SIGCONT: continuedMsg{},
}
