package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"regretscope/ui/kit/outfile"
)

// openOutput gets ready to write a file before there is anything to write; no
// path is standard output.
func openOutput(path string) (*outfile.File, error) {
	if path == "" {
		return nil, nil
	}
	file, err := outfile.Open(path, false)
	if err != nil {
		return nil, fmt.Errorf("--output %w", err)
	}
	return file, nil
}

// deliver writes a result to a file or, where there is none or it cannot be
// written after all, to standard output.
func (p *Program) deliver(file *outfile.File, write func(io.Writer) error) error {
	if file == nil {
		return buffered(p.Out, write)
	}
	err := file.Commit(write)
	if err != nil && buffered(p.Out, write) == nil {
		return fmt.Errorf("%w; the result is on standard output instead", err)
	}
	return err
}

// buffered writes in large pieces, and what came before an error too.
func buffered(w io.Writer, write func(io.Writer) error) error { return outfile.Buffered(w, write) }

// untilInterrupted returns a context that ends at the first interrupt, or when
// the terminal is closed. A second one ends the program as it would any other.
func untilInterrupted(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// An interruption is the end of work that was told to stop: what became of it,
// in a sentence.
type interruption struct {
	note    string
	limited bool // by a time limit
}

func (i *interruption) Error() string { return i.note }

// Interrupted is the end of a terminal program that was told to stop.
func Interrupted(note string) error { return &interruption{note: note} }

// Wrong is the error of a request that turns out to be wrong after all.
func Wrong(err error) error { return &wrongRequest{err} }
