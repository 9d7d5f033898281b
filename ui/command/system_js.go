package command

import (
	"io"
	"os"
	"syscall/js"
)

// endings are the signals that end a command.
var endings = []os.Signal{os.Interrupt}

// isTerminal reports whether a stream is the page's terminal. Outside of the page, such as
// in Node, there is no terminal.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && file.Fd() <= 1 && js.Global().Get("regretscope").Truthy()
}

// terminalWidth is 0: the page's terminal does not say how wide it is.
func terminalWidth(io.Writer) int { return 0 }

// IgnoreClosedPipes does nothing: a page has no pipes.
func IgnoreClosedPipes() {}
