package console

import (
	"io"
	"os"
	"time"

	"regretscope/ui/kit/form"
)

// A Keyboard is the terminal's input, of which a Sieve lets Bubble Tea see the keys.
type Keyboard struct {
	*os.File
	Ended func() bool // the program is to end
	Gone  func()      // called when there will be no more keys; may be nil

	kept  []byte // for the next Read
	sieve Sieve
}

// interrupt is the byte of Ctrl-C.
const interrupt = 3

// Read implements io.Reader.
func (k *Keyboard) Read(text []byte) (n int, err error) {
	if len(k.kept) == 0 {
		err = k.fill(text[:max(len(text)-longestKey, 1)]) // what is kept would wait for another key
	}
	n = copy(text, k.kept)
	k.kept = k.kept[n:]
	return n, err
}

// fill keeps the keys in the next part of the input.
func (k *Keyboard) fill(text []byte) error {
	n, err := k.File.Read(text)
	if n == 0 && err != nil && k.Gone != nil { // SIGHUP may be ignored
		if k.Ended() { // as in the background, where reading fails
			err = io.EOF // which ends the keys, not the program
		}
		k.Gone()
	}
	k.kept = append(k.kept, k.sieve.Sift(text[:n], time.Now())...)
	if string(k.sieve.held) == escape && (err != nil || !k.waits(escapeTime)) {
		k.kept = append(k.kept, k.sieve.escape()...)
	}
	return err
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
