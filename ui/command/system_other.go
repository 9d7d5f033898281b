//go:build !js

package command

import (
	"os"
	"os/signal"
	"syscall"

	"github.com/charmbracelet/x/term"
)

// endings are the signals that end a command.
var endings = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	file, ok := stream.(term.File)
	return ok && term.IsTerminal(file.Fd())
}

// IgnoreClosedPipes leaves it to the error of a write to say that a reader closed our
// output early, which is no failure: the program ends quietly.
func IgnoreClosedPipes() { signal.Ignore(syscall.SIGPIPE) }
