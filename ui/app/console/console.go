// Package console gives the program access to its terminal and to the system: the shade of the
// background, the keyboard, and signals.
package console

import (
	"bytes"
	"io"
	"os"
	"regexp"
	"time"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit/form"
)

// Messages of the system or the page.
type (
	EndMsg       struct{} // asks the program to end
	StopMsg      struct{} // asks it to stop, until it is continued
	ContinuedMsg struct{} // it was continued
	// An AskedMsg receives the command line of the run, empty before the first.
	AskedMsg func(line string)
)

// Retype sends the messages of the keys in what was read from the terminal before Bubble Tea read.
func (k *Keyboard) Retype(read []byte, send func(tea.Msg)) {
	if typed := k.sieve.Sift(read, time.Now()); len(typed) > 0 {
		go retype(typed, send)
	}
}

func retype(typed []byte, send func(tea.Msg)) {
	keys := &retyped{text: bytes.NewReader(typed)}
	keys.program = tea.NewProgram(
		keys, tea.WithInput(keys), tea.WithOutput(io.Discard), tea.WithoutRenderer(), tea.WithoutSignalHandler(),
		tea.WithFilter(func(_ tea.Model, msg tea.Msg) tea.Msg {
			if key, ok := msg.(tea.KeyMsg); ok {
				send(key)
			}
			return msg
		}),
	)
	_, _ = keys.program.Run() // it fails if a key is not one
}

// A retyped text is the only input of an inner program, which ends with it.
type retyped struct {
	text    *bytes.Reader
	program *tea.Program
}

func (r *retyped) Read(p []byte) (int, error) {
	n, err := r.text.Read(p)
	if err != nil {
		r.program.Quit()
	}
	return n, err
}

func (r *retyped) Init() tea.Cmd                       { return nil }
func (r *retyped) Update(tea.Msg) (tea.Model, tea.Cmd) { return r, nil }
func (r *retyped) View() string                        { return "" }

// A Keyboard is the terminal's input, of which a Sieve lets Bubble Tea see the keys.
type Keyboard struct {
	*os.File
	Ended func() bool // the program is to end
	Gone  func()      // called when there will be no more keys; may be nil

	kept  []byte // for the next Read
	sieve Sieve
}

const interrupt = 3 // Ctrl-C

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

const maxPasted = 4 * form.MaxLine // bytes of a paste that are kept: as many as a line may hold

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

// A Sieve passes whole keys, and truncated pastes. It drops what a terminal sends by itself:
// control strings (ESC P … ESC \, also with ] _ ^ X in place of P). Bubble Tea takes them for
// keys, like each part of a sequence that arrives in parts. The zero value is ready for use.
type Sieve struct {
	held  []byte // the beginning of a key or of a control string
	since time.Time
	lone  bool // the newest key was a lone escape, at that time
	pastes
}

const (
	escape     = "\x1b"
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
		s.lone = false
		if b == interrupt || s.inside {
			s.held = nil
			keys = s.cut(keys, b)
			continue
		}
		if len(s.held) == 0 {
			s.since = now
		} else if last := &s.held[len(s.held)-1]; *last == 0xc2 && b < 0xa0 { // an escape and a letter as one character
			*last, b = escape[0], b-0x40
		}
		switch n := len(s.held); {
		case n == 0 || s.held[n-1] != escape[0]:
		case b == escape[0]:
			if n == 1 {
				keys = append(keys, b)
			}
			s.held = nil
		case n > 1 && b != '\\':
			s.held = []byte(escape) // a new sequence
		}
		s.held = append(s.held, b)
		whole, key := isWhole(s.held)
		if key && len(s.held) < longestKey {
			for _, b := range s.held {
				keys = s.cut(keys, b)
			}
		}
		if whole || len(s.held) == maxControl {
			s.held = nil
		}
	}
	return keys
}

// escape returns the held escape as a key.
func (s *Sieve) escape() []byte {
	s.held, s.lone = nil, true
	return []byte(escape)
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
		whole = last < ' ' || last > '?'
		return whole, whole
	}
	whole = utf8.FullRune(held[1:])
	return whole, whole
}
