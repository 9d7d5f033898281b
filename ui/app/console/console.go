// Package console gives the program access to its terminal and to the system: the shade of the
// background, the keyboard, and signals.
package console

import (
	"bytes"
	"errors"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/muesli/cancelreader"

	"regretscope/ui/kit/form"
	"regretscope/ui/kit/stream"
)

// Messages of the system or the page.
type (
	EndMsg       struct{} // asks the program to end
	StopMsg      struct{} // asks it to stop, until it is continued
	ContinuedMsg struct{} // it was continued
	// An AskedMsg receives the command line of the run, empty before the first.
	AskedMsg func(line string)
)

const interrupt = 3 // Ctrl-C

// A Keyboard reads a terminal all the time and keeps its keys for Bubble Tea, which reads none while it draws: Ctrl-C
// must not wait for frames, even if the terminal has stalled. It has Fd, by which Bubble Tea sets the terminal's
// modes, but no Name, without which Bubble Tea reads only by Read.
type Keyboard struct {
	Gone func() // called when there will be no more keys; may be nil

	file   *os.File
	reader cancelreader.CancelReader
	done   chan struct{} // closed when nothing reads
	sieve  Sieve
	paused atomic.Bool
	ready  chan struct{} // there is something for Read

	mutex sync.Mutex
	parts []part // for Read, each at once
	size  int    // of all parts
	err   error  // after them
}

// A part has whole keys, or some of a paste, which takes less work.
type part struct {
	keys []byte
	size int
}

const (
	maxRead = 192  // bytes read at once; with what a Sieve adds, they fit in Bubble Tea's 256
	maxSize = 4096 // of the parts that wait; more keys are dropped
)

// NewKeyboard returns the keyboard of a terminal, of which typed has been read before. It begins with Resume.
func NewKeyboard(file *os.File, typed []byte) *Keyboard {
	k := &Keyboard{file: file, ready: make(chan struct{}, 1)}
	for part := range slices.Chunk(typed, maxRead) {
		k.take(part)
	}
	return k
}

// Fd returns the descriptor of the terminal. With Write and Close, it makes the Keyboard a term.File.
func (k *Keyboard) Fd() uintptr { return k.file.Fd() }

// Write writes to the terminal.
func (k *Keyboard) Write(text []byte) (int, error) { return k.file.Write(text) }

// Close does nothing: the terminal is not the Keyboard's.
func (k *Keyboard) Close() error { return nil }

// Resume begins to read.
func (k *Keyboard) Resume() {
	if k == nil {
		return
	}
	reader, err := cancelreader.NewReader(k.file)
	if err != nil { // not every file can be waited for
		reader, _ = cancelreader.NewReader(struct{ io.Reader }{k.file})
	}
	k.reader, k.done = reader, make(chan struct{})
	k.paused.Store(false)
	go k.drain()
}

// Pause stops reading, for another program or for the end. Read returns at once.
func (k *Keyboard) Pause() {
	if k == nil {
		return
	}
	k.paused.Store(true)
	k.wake()
	if k.reader.Cancel() {
		<-k.done
	}
	_ = k.reader.Close()
}

func (k *Keyboard) wake() {
	select {
	case k.ready <- struct{}{}:
	default:
	}
}

// drain reads until it is paused or the terminal is gone.
func (k *Keyboard) drain() {
	defer close(k.done)
	text := make([]byte, maxRead)
	for {
		n, err := k.reader.Read(text)
		k.take(text[:n])
		if errors.Is(err, cancelreader.ErrCanceled) {
			return
		}
		if err != nil {
			k.end(err)
			return
		}
	}
}

// take keeps the keys in the next part of the input. A typed Ctrl-C is a signal at once, and then a key.
func (k *Keyboard) take(text []byte) {
	k.mutex.Lock()
	k.sieve.full = k.size >= maxSize
	k.mutex.Unlock()
	keys := k.sieve.Sift(text, time.Now())
	if end := k.sieve.open(); end != "" && !k.waits(escapeTime) {
		keys = append(keys, k.sieve.close(end)...)
	}
	if len(keys) == 0 {
		return
	}
	if bytes.IndexByte(keys, interrupt) >= 0 && stream.IsTerminal(k.file) {
		interruptGroup()
	}
	p := part{keys, len(keys)}
	if k.sieve.inside {
		p.size /= 16
	}
	k.mutex.Lock()
	k.parts, k.size = append(k.parts, p), k.size+p.size
	k.mutex.Unlock()
	k.wake()
}

// end is called when there are no more keys: the terminal is gone, or reads fail in the background.
func (k *Keyboard) end(err error) {
	if k.Gone != nil { // SIGHUP may be ignored
		k.Gone()
		err = io.EOF // which ends the keys, not the program
	}
	k.mutex.Lock()
	k.err = err
	k.mutex.Unlock()
	k.wake()
}

// Read implements io.Reader. It returns whole keys, or nothing during a pause.
func (k *Keyboard) Read(text []byte) (n int, err error) {
	for {
		k.mutex.Lock()
		if len(k.parts) > 0 {
			first := &k.parts[0]
			n = copy(text, first.keys)
			if first.keys = first.keys[n:]; len(first.keys) == 0 {
				k.size -= first.size
				k.parts = k.parts[1:]
			}
		} else {
			err = k.err
		}
		k.mutex.Unlock()
		switch {
		case n > 0 || err != nil:
			return n, err
		case k.paused.Load():
			time.Sleep(5 * time.Millisecond)
			return 0, nil
		}
		<-k.ready
	}
}

// Marks before and after a pasted text.
const (
	pasteBegins = "\x1b[200~"
	pasteEnds   = "\x1b[201~"
)

const maxPasted = 4 * form.MaxLine // bytes of a paste that are kept: as many as a line may hold

// pastes truncates pastes, because Bubble Tea's time grows with the square of a paste's length,
// and it delivers no key before the paste ends.
type pastes struct {
	inside  bool // a paste
	skip    bool // the paste is dropped
	seen    int  // its bytes
	matched int  // matched bytes of the next mark
}

// cut appends a byte that Bubble Tea reads.
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
	case p.skip:
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

// A Sieve passes whole keys, and truncated pastes. It drops what a terminal sends by itself:
// control strings (ESC P … ESC \, also with ] _ ^ X in place of P, and as bytes from 0x80 to 0x9f). Bubble Tea
// takes them for keys, like each part of a sequence that arrives in parts. The zero value is ready for use.
type Sieve struct {
	held    []byte // the beginning of a key or of a control string
	since   time.Time
	lone    bool // the newest key was a lone escape, at that time
	stray   bool // the newest byte was a Ctrl-C in a paste
	full    bool // too many keys wait: drop more
	dropped bool // so was the newest key or paste
	pastes
}

const (
	escape     = "\x1b"
	click      = "\x1b[M"              // before three bytes
	maxControl = 4096                  // bytes of a control string
	sequence   = time.Second / 2       // the longest time between its first byte and its last
	escapeTime = 50 * time.Millisecond // the longest time between an escape and the rest
	longestKey = 40                    // bytes, with the end of a paste
)

// late matches the rest of what a terminal sends, after an escape that was passed as a key.
var late = regexp.MustCompile(`^(\[[?>=<\d]|]\d|P[>!\d]|_G)`)

// Sift returns the keys in the next part of the input.
func (s *Sieve) Sift(text []byte, now time.Time) (keys []byte) {
	switch {
	case now.Sub(s.since) > sequence:
		if string(s.held) == escape {
			keys = s.held
		}
		s.held, s.lone = nil, false
	case s.lone && late.Match(text):
		s.held = []byte(escape)
	}
	for _, b := range text {
		s.lone, s.stray = false, s.inside && b == interrupt
		switch {
		case s.stray: // text, unless nothing follows
			continue
		case s.inside:
			keys = s.cut(keys, b)
			continue
		case b == interrupt:
			s.held = nil
			keys = append(keys, b)
			continue
		}
		if len(s.held) == 0 {
			s.since = now
		}
		b = s.expand(b)
		switch n := len(s.held); {
		case n == 0 || s.held[n-1] != escape[0]:
		case b == escape[0]:
			if n == 1 {
				keys = s.pass(keys, escape)
			}
			s.held = nil
		case n > 1 && b != '\\':
			s.held = []byte(escape) // a new sequence
		}
		s.held = append(s.held, b)
		whole, key := isWhole(s.held)
		if key && len(s.held) < longestKey {
			keys = s.pass(keys, normal(string(s.held)))
		}
		if whole || len(s.held) == maxControl {
			s.held = nil
		}
	}
	return keys
}

// pass appends a key, unless too many wait. What is dropped is an empty paste: a key before it, such as q, is not
// the last one.
func (s *Sieve) pass(keys []byte, key string) []byte {
	into := &keys
	if s.full {
		into = new([]byte)
	}
	for i := range len(key) {
		*into = s.cut(*into, key[i])
	}
	s.skip = s.inside && s.full
	if s.full && !s.dropped {
		keys = append(keys, pasteBegins+pasteEnds...)
	}
	s.dropped = s.full
	return keys
}

// expand returns the second byte of a control that is a byte or a character, from 0x80 to 0x9f, and holds its escape.
func (s *Sieve) expand(b byte) byte {
	if b < 0x80 || b >= 0xa0 || strings.HasPrefix(string(s.held), click) {
		return b
	}
	switch n := len(s.held); {
	case n > 0 && s.held[n-1] == 0xc2:
		s.held[n-1] = escape[0]
	case isCut(s.held):
		return b
	default:
		s.held = append(s.held, escape...)
	}
	return b - 0x40
}

// isCut reports whether a text ends within a character.
func isCut(text []byte) bool {
	for i := len(text) - 1; i >= max(0, len(text)-utf8.UTFMax); i-- {
		if utf8.RuneStart(text[i]) {
			return !utf8.FullRune(text[i:])
		}
	}
	return false
}

// normal returns the usual sequence of a key. In application mode, the keypad sends ESC O and a letter.
func normal(key string) string {
	letter, found := strings.CutPrefix(key, escape+"O")
	switch {
	case !found:
		return key
	case len(letter) != 1:
		return ""
	case strings.Contains("ABCDFH", letter):
		return escape + "[" + letter
	case strings.Contains("PQRS", letter): // F1 to F4
		return key
	case letter == "X":
		return "="
	case letter == "I" || letter == "M" || letter >= "j" && letter <= "y": // tab, enter, operators, and digits
		return string(letter[0] - 0x40)
	}
	return ""
}

// open returns what has begun and is a key if nothing follows soon: an escape, or a Ctrl-C in a paste.
func (s *Sieve) open() string {
	switch {
	case s.stray:
		return pasteEnds + string(rune(interrupt))
	case string(s.held) == escape:
		return escape
	}
	return ""
}

// close returns what is open as a key.
func (s *Sieve) close(key string) string {
	s.held, s.lone, s.pastes, s.stray = nil, key == escape, pastes{}, false
	return key
}

// isWhole reports whether a sequence is at its end, and whether it is then a key.
func isWhole(held []byte) (whole, key bool) {
	n, last := len(held), held[len(held)-1]
	if held[0] != escape[0] {
		whole = utf8.FullRune(held)
		return whole, whole
	}
	if n == 1 {
		return false, false
	}
	switch held[1] {
	case ']', 'P', '_', '^', 'X':
		return n > 2 && (last == '\a' || last == '\\' && held[n-2] == escape[0] || last == 0x18 || last == 0x1a), false
	case '[', 'O':
		switch {
		case n == 2 || last == escape[0]:
			return false, false
		case held[2] == '[': // F1 to F5 of the Linux console
			return n == 4, n == 4
		case held[2] == 'M' && held[1] == '[': // a click
			return n == 6, n == 6
		}
		whole = (last < ' ' || last > '?') && !isCut(held)
		return whole, whole
	}
	whole = utf8.FullRune(held[1:])
	return whole, whole
}
