package stream

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"sync"
	"time"

	"github.com/charmbracelet/x/term"
)

// ErrDeaf is the error of what could not be written because nobody reads.
var ErrDeaf = errors.New("nobody reads the output")

const (
	// patience is how long a write is waited for once the program is to end.
	patience = 700 * time.Millisecond
	// unusual is after what time a write is taken to be blocked.
	unusual = 300 * time.Millisecond
)

// An End is when the program is to end, for all of its outputs.
type End struct {
	once  sync.Once
	ended chan struct{} // closed when the program is to end
	deaf  chan struct{} // closed once an output did not take what was written by then
	found sync.Once
}

// NewEnd returns the end of a program that is to go on.
func NewEnd() *End { return &End{ended: make(chan struct{}), deaf: make(chan struct{})} }

// Come says that the program is to end. Nil has no outputs.
func (e *End) Come() {
	if e != nil {
		e.once.Do(func() { close(e.ended) })
	}
}

// Deaf reports whether an output was given up, so that there is nobody to say anything to.
func (e *End) Deaf() bool {
	select {
	case <-e.deaf:
		return true
	default:
		return false
	}
}

// NewWriter returns a Writer where the output is a file, and else the output. A page reads what
// it is written.
func NewWriter(output io.Writer, end *End) io.Writer {
	if file, ok := output.(term.File); ok && runtime.GOOS != "js" {
		return &Writer{File: file, End: end}
	}
	return output
}

// A Writer writes to a file, such as a terminal, that may stop reading. A write waits for the
// reader until the program is to end, and then fails, so that the program can end. Writes
// are for one goroutine.
type Writer struct {
	term.File
	End *End
	// Blocked is called when a write takes unusually long, nil for nothing; through is
	// closed when it comes to an end.
	Blocked func(through <-chan struct{})
}

// Under is the file that a Writer writes to, for libraries that know a terminal by its
// type; any other output is itself.
func Under(output io.Writer) io.Writer {
	if w, ok := output.(*Writer); ok {
		return w.File
	}
	return output
}

// Write writes to the file in another goroutine, which stays behind where nobody reads.
func (w *Writer) Write(text []byte) (int, error) {
	if w.End.Deaf() {
		return 0, ErrDeaf
	}
	var n int
	var err error
	through := make(chan struct{})
	text = bytes.Clone(text) // which the caller may use again
	go func() {
		n, err = w.File.Write(text)
		close(through)
	}()
	slow, ended, late := time.NewTimer(unusual), w.End.ended, (<-chan time.Time)(nil)
	defer slow.Stop()
	for {
		select {
		case <-through:
			return n, err
		case <-slow.C:
			if w.Blocked != nil {
				go w.Blocked(through)
			}
		case <-ended:
			slow.Stop()
			ended, late = nil, time.After(patience)
		case <-late:
			w.End.found.Do(func() { close(w.End.deaf) })
			return 0, ErrDeaf
		}
	}
}
