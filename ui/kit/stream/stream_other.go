//go:build !js

package stream

import (
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/charmbracelet/x/term"
)

// Endings are the signals that end a command: those that were not ignored when the program
// started, as nohup and background jobs of scripts have some of them ignored.
var Endings = Heeded(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)

// Heeded returns the signals that were not ignored when the program started. Call it before signals are caught. A Go
// program cannot find out whether SIGQUIT was ignored; shells ignore it with SIGINT.
func Heeded(signals ...os.Signal) []os.Signal {
	return slices.DeleteFunc(signals, func(s os.Signal) bool {
		return signal.Ignored(s) || s == syscall.SIGQUIT && signal.Ignored(os.Interrupt)
	})
}

// IsTerminal reports whether a stream is a terminal.
func IsTerminal(stream any) bool {
	file, ok := stream.(term.File)
	return ok && term.IsTerminal(file.Fd())
}

// Size returns the terminal's columns and lines; 0 if output is not a terminal.
func Size(out io.Writer) (width, height int) {
	if file, ok := out.(term.File); ok {
		if width, height, err := term.GetSize(file.Fd()); err == nil && width > 0 && height > 0 {
			return width, height
		}
	}
	return 0, 0
}

// SaveModes returns a function that restores the modes that a terminal has now.
func SaveModes(in any) (restore func()) {
	if file, ok := in.(term.File); ok {
		if modes, err := term.GetState(file.Fd()); err == nil {
			return func() { _ = term.Restore(file.Fd(), modes) }
		}
	}
	return func() {}
}

// IgnoreClosedPipes makes writes return an error when a reader has closed our output early,
// instead of ending the program by a signal.
func IgnoreClosedPipes() { signal.Ignore(syscall.SIGPIPE) }
