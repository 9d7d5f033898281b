package console

import (
	"bytes"
	"io"
	"os"
	"sync"
	"time"

	"regretscope/ui/kit/form"
	"regretscope/ui/kit/stream"
)

// A Keyboard is the terminal's input. It sees Ctrl-C before Bubble Tea, which cannot handle it
// while it writes a frame that nobody reads.
type Keyboard struct {
	*os.File
	Canceler *stream.Canceler
	Gone     func() // called when there will be no more keys; may be nil

	mutex sync.Mutex
	kept  []byte // read while Bubble Tea did not read
	sieve Sieve
}

// interrupt is the byte of Ctrl-C.
const interrupt = 3

// Read implements io.Reader.
func (k *Keyboard) Read(text []byte) (int, error) {
	k.mutex.Lock()
	n := copy(text, k.kept)
	k.kept = k.kept[n:]
	k.mutex.Unlock()
	if n > 0 {
		return n, nil
	}
	n, err := k.File.Read(text[:max(len(text)-longestKey, 1)]) // what is kept would wait for another key
	if n == 0 && err != nil && k.Gone != nil {                 // SIGHUP may be ignored
		if k.Canceler.Canceled() { // as in the background, where reading fails
			err = io.EOF // which ends the keys, not the program
		}
		k.Canceler.Cancel()
		k.Gone()
	}
	k.look(text[:n])
	k.mutex.Lock()
	defer k.mutex.Unlock()
	k.kept = append(k.kept, k.sieve.Sift(text[:n], time.Now())...)
	if string(k.sieve.held) == escape && (err != nil || !k.waits(escapeTime)) {
		k.kept = append(k.kept, k.sieve.escape()...)
	}
	n = copy(text, k.kept)
	k.kept = k.kept[n:]
	return n, err
}

// look checks keys for Ctrl-C.
func (k *Keyboard) look(text []byte) (found bool) {
	if found = bytes.IndexByte(text, interrupt) >= 0; found {
		k.Canceler.Cancel()
	}
	return found
}

// Marks before and after a pasted text.
const (
	pasteBegins = "\x1b[200~"
	pasteEnds   = "\x1b[201~"
)

// maxPasted is the number of bytes of a paste that are kept: as many as a line may hold.
const maxPasted = 4 * form.MaxLine

// pastes truncates pastes, because Bubble Tea's time grows with the square of a paste's length,
// and it delivers no key before the paste ends.
type pastes struct {
	inside  bool // a paste
	seen    int  // its bytes
	matched int  // matched bytes of the next mark
}

// cut appends a byte that Bubble Tea reads. Ctrl+C ends a paste.
func (p *pastes) cut(out []byte, b byte) []byte {
	mark := pasteBegins
	if p.inside {
		mark = pasteEnds
	}
	switch b {
	case mark[p.matched]:
		p.matched++
	case mark[0]:
		p.matched = 1
	default:
		p.matched = 0
	}
	whole := p.matched == len(mark)
	begun := p.seen - max(p.matched-1, 0) // the possible beginning of the mark
	switch {
	case p.inside && b == interrupt:
		*p = pastes{}
		return append(append(out, pasteEnds...), b)
	case !p.inside || begun < maxPasted:
		out = append(out, b)
	case whole:
		out = append(out, mark...)
	}
	p.seen++
	if whole {
		*p = pastes{inside: !p.inside}
	}
	return out
}
