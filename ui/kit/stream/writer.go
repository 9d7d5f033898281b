package stream

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"time"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/term"

	"regretscope/ui/kit/theme"
)

// ErrStalled is returned by writes that were abandoned because the reader had stopped reading.
var ErrStalled = errors.New("nobody reads the output")

const (
	// drainTimeout limits a write that is still blocked after Cancel.
	drainTimeout = 700 * time.Millisecond
	// slowAfter is the time after which a write counts as blocked.
	slowAfter = 300 * time.Millisecond
)

// A Canceler ends the writes of all outputs when the program shuts down.
type Canceler struct {
	canceled, stalled context.Context // done after Cancel, and once a write has timed out
	cancel, stall     context.CancelFunc
}

// NewCanceler returns a Canceler that has not been canceled.
func NewCanceler() *Canceler {
	e := &Canceler{}
	e.canceled, e.cancel = context.WithCancel(context.Background())
	e.stalled, e.stall = context.WithCancel(context.Background())
	return e
}

// Cancel limits the time that blocked writes may still take. It may be called more than once, and on nil.
func (e *Canceler) Cancel() {
	if e != nil {
		e.cancel()
	}
}

// Canceled reports whether Cancel was called; it is false on nil.
func (e *Canceler) Canceled() bool { return e != nil && e.canceled.Err() != nil }

// Stalled reports whether a write was abandoned after Cancel.
func (e *Canceler) Stalled() bool { return e.stalled.Err() != nil }

// Do does work that may block. After Cancel it fails with ErrStalled within drainTimeout, and leaks
// the work. On nil it waits for the work.
func (e *Canceler) Do(work func() error) error {
	if e == nil {
		return work()
	}
	done := make(chan error, 1)
	go func() { done <- work() }()
	select {
	case err := <-done:
		return err
	case <-e.canceled.Done():
	}
	select {
	case err := <-done:
		return err
	case <-time.After(drainTimeout):
		return ErrStalled
	}
}

// NewWriter wraps an output that is a file in a Writer, and returns other outputs, and those of
// js, as they are.
func NewWriter(output io.Writer, canceler *Canceler) io.Writer {
	if file, ok := output.(term.File); ok && runtime.GOOS != "js" {
		return &Writer{File: file, Canceler: canceler}
	}
	return output
}

// A Writer writes to a file, such as a terminal, whose reader may stop reading. A write blocks
// until it is read; after Canceler.Cancel it fails with ErrStalled within drainTimeout. A Writer
// is for one goroutine.
type Writer struct {
	term.File
	Canceler *Canceler
	// Blocked, if not nil, is called when a write takes longer than slowAfter; done is closed
	// when the write returns.
	Blocked func(done <-chan struct{})
}

// Unwrap returns the file of a Writer, for libraries that recognize a terminal by its type, and
// other outputs as they are.
func Unwrap(output io.Writer) io.Writer {
	if w, ok := output.(*Writer); ok {
		return w.File
	}
	return output
}

// Write writes to the file in another goroutine, which is leaked if the write never returns.
func (w *Writer) Write(text []byte) (int, error) {
	if w.Canceler.Stalled() {
		return 0, ErrStalled
	}
	var n int
	var err error
	done := make(chan struct{})
	text = bytes.Clone(text) // the caller may reuse it
	go func() {
		n, err = w.File.Write(text)
		close(done)
	}()
	slow, ended, timeout := time.NewTimer(slowAfter), w.Canceler.canceled.Done(), (<-chan time.Time)(nil)
	defer slow.Stop()
	for {
		select {
		case <-done:
			return n, err
		case <-slow.C:
			if w.Blocked != nil {
				go w.Blocked(done)
			}
		case <-ended:
			slow.Stop()
			ended, timeout = nil, time.After(drainTimeout)
		case <-timeout:
			w.Canceler.stall()
			return 0, ErrStalled
		}
	}
}

// TextWidth returns the columns at which text is broken: the terminal's, or 80 without one.
func TextWidth(out io.Writer) int {
	width, _ := Size(out)
	return cmp.Or(width, 80)
}

// Renderer returns a renderer for an output, with the colors that the flag --color chooses, or
// else the terminal's.
func Renderer(out io.Writer, color string) *lipgloss.Renderer {
	return theme.NewRenderer(Unwrap(out), IsTerminal(out), color, os.LookupEnv)
}

// Theme returns the theme for text that a command prints. It does not ask the terminal for its
// background, because a terminal may not answer.
func Theme(out io.Writer, color string) *theme.Theme {
	return theme.New(Renderer(out, color), theme.ShadeOf(os.LookupEnv))
}
