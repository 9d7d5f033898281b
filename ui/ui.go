// Package ui is the program: its main function.
package ui

import (
	"context"
	"io"
	"strings"

	"regretscope/noise/memlimit"
	"regretscope/ui/command"
	"regretscope/ui/kit/stream"
)

// Main runs the program with its arguments, or with a single one that begins with #, the end of a link to the page.
// It returns the exit status: 0 for success, 1 for a failure, 2 for bad input, 128 and its number after a signal.
func Main(args []string, in io.Reader, out, err io.Writer) int {
	stream.IgnoreClosedPipes()
	memlimit.Set(memlimit.Bytes()) // so that the garbage collector respects it, too
	program := command.Program{Streams: command.Streams{In: in, Out: out, Err: err}}
	if len(args) == 1 && strings.HasPrefix(args[0], "#") {
		return program.RunLink(context.Background(), args[0][1:])
	}
	return program.Run(context.Background(), args)
}
