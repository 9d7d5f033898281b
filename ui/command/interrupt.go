package command

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// untilInterrupted returns a context that ends at the first interrupt. A
// second one ends the program as it would any other.
func untilInterrupted(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// An interruption is the end of work that was told to stop: what became of it,
// in a sentence.
type interruption struct{ note string }

func (i *interruption) Error() string { return i.note }

// Interrupted is the end of a terminal program that was told to stop.
func Interrupted(note string) error { return &interruption{note} }
