package param

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable returns a text that came from outside (a file, a name, an argument)
// as it may be shown: whatever a terminal could obey or a reader could not see
// becomes "?". That is everything but letters, marks, numbers, punctuation,
// symbols and blanks; so control characters, overrides of the writing direction,
// characters of no width and line breaks, and bytes that are no UTF-8.
//
// Everything that writes such a text to a screen, an error or a table for people
// calls this function, once, where it writes it.
func Printable(text string) string {
	if IsPrintable(text) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if !shows(r) {
			return '?'
		}
		return r
	}, text)
}

// Brief returns the text as Printable has it, without the middle where that is long, for a
// message that repeats what it was given.
func Brief(text string) string {
	const longest = 1000
	text = Printable(text)
	if len(text) <= longest {
		return text
	}
	whole := func(part string) string { return strings.ToValidUTF8(part, "") } // characters
	return whole(text[:longest*2/3]) + " … " + whole(text[len(text)-longest/3:])
}

// IsPrintable reports whether Printable leaves the text as it is.
func IsPrintable(text string) bool {
	for _, r := range text {
		if !shows(r) {
			return false
		}
	}
	return true
}

// shows reports whether a character can be seen, or is a blank. Four letters are
// drawn as nothing at all (the fillers of Korean script).
func shows(r rune) bool {
	switch r {
	case utf8.RuneError, '\u115f', '\u1160', '\u3164', '\uffa0':
		return false
	}
	return unicode.IsGraphic(r)
}
