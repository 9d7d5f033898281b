package stream

import (
	"io"
	"os"
	"syscall/js"
	"time"
)

// Endings are the signals that end a command.
var Endings = []os.Signal{os.Interrupt}

// IsTerminal reports whether a stream is the page's terminal. There is none outside of the page, such as in Node.
func IsTerminal(stream any) bool {
	file, ok := stream.(interface{ Fd() uintptr })
	return ok && file.Fd() <= 1 && js.Global().Get("regretscope").Truthy()
}

// Size returns 0: the page's terminal does not report its size.
func Size(io.Writer) (width, height int) { return 0, 0 }

// ProcessorTime returns 0: a page does not know it.
func ProcessorTime() time.Duration { return 0 }

// SaveModes returns a function that does nothing: the page's terminal has no modes.
func SaveModes(any) (restore func()) { return func() {} }

// IgnoreClosedPipes does nothing: a page has no pipes.
func IgnoreClosedPipes() {}

// Interrupted is the exit status of a program that was interrupted.
func Interrupted(os.Signal) int { return 130 }

// Exit ends the program with a status.
func Exit(status int) { os.Exit(status) }

// Discard does nothing: the page keeps no output back.
func Discard(any) {}
