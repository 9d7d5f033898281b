//go:build !js

package stream

import (
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/charmbracelet/x/term"
)

// Endings are the signals that end a command.
var Endings = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT}

// IsTerminal reports whether a stream is a terminal.
func IsTerminal(stream any) bool {
	file, ok := stream.(term.File)
	return ok && term.IsTerminal(file.Fd())
}

// Size returns the terminal's in columns and lines, and 0 if output is no terminal's.
func Size(out io.Writer) (width, height int) {
	if file, ok := out.(term.File); ok {
		if width, height, err := term.GetSize(file.Fd()); err == nil && width > 0 && height > 0 {
			return width, height
		}
	}
	return 0, 0
}

// IgnoreClosedPipes leaves it to the error of a write to say that a reader closed our
// output early, which is no failure: the program ends quietly.
func IgnoreClosedPipes() { signal.Ignore(syscall.SIGPIPE) }
