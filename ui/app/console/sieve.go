package console

import (
	"regexp"
	"time"
	"unicode/utf8"
)

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
