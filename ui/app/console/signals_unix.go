//go:build unix

package console

import (
	"os"
	"syscall"

	tea "github.com/charmbracelet/bubbletea"
)

var stopSignals = []os.Signal{syscall.SIGTSTP}

var signalMessages = map[os.Signal]tea.Msg{
	syscall.SIGINT: EndMsg{}, syscall.SIGTERM: EndMsg{}, syscall.SIGHUP: EndMsg{}, syscall.SIGQUIT: EndMsg{},
	syscall.SIGTSTP: StopMsg{}, syscall.SIGCONT: ContinuedMsg{},
}
