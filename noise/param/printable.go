package param

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable returns an outside text (a file, a name, an argument) in a form that is safe to show.
// It keeps letters, marks, numbers, punctuation, symbols, and blanks. It replaces everything that a
// terminal could interpret or a reader could not see by "?": control characters, overrides of the
// writing direction, characters of no width, a third mark on a letter, line breaks, and invalid UTF-8.
//
// Call it once when you write such a text to a screen, an error, or a table.
func Printable(text string) string {
	if IsPrintable(text) {
		return text
	}
	hidden := isHidden()
	return strings.Map(func(r rune) rune {
		if hidden(r) {
			return '?'
		}
		return r
	}, text)
}

// Brief is Printable without the middle of a long text, for messages that repeat their input.
func Brief(text string) string {
	const longest = 1000
	text = Printable(text)
	if len(text) <= longest {
		return text
	}
	whole := func(part string) string { return strings.ToValidUTF8(part, "") } // characters
	return whole(text[:longest*2/3]) + " … " + whole(text[len(text)-longest/3:])
}

// IsPrintable reports whether Printable leaves the text unchanged.
func IsPrintable(text string) bool {
	return !strings.ContainsFunc(text, isHidden())
}

// isHidden returns a function that reports, of each character of a text in turn, whether it does not
// show, or is a mark after two others, which would hide the letter.
func isHidden() func(rune) bool {
	marks := 0
	return func(r rune) bool {
		if marks++; !unicode.In(r, unicode.Mn, unicode.Me) {
			marks = 0
		}
		return !shows(r) || marks > 2
	}
}

// typographic lists characters that editors put in place of plain ones, by the plain one.
var typographic = map[string]string{"-": "‐‑‒–—―−", `"`: "“”„«»″", "'": "‘’‚‹›′"}

// Odd returns what is wrong with the first odd character of a name: one that is invisible, or a
// typographic dash, quote, or blank. It is empty if there is none.
func Odd(text string) string {
	for _, r := range text {
		switch {
		case r == utf8.RuneError:
			return "must be UTF-8"
		case unicode.IsControl(r):
			return fmt.Sprintf("must not have the control character %U", r)
		case !shows(r):
			return fmt.Sprintf("must not have the invisible character %U", r)
		}
	}
	for _, r := range text {
		if r != ' ' && unicode.IsSpace(r) {
			return fmt.Sprintf("the blank %U is typographic, type a space", r)
		}
		for plain, odd := range typographic {
			if strings.ContainsRune(odd, r) {
				return fmt.Sprintf("%c (%U) is typographic, type %s", r, r, plain)
			}
		}
	}
	return ""
}

// shows reports whether a character is visible or a blank. Some letters and marks are invisible, such
// as the fillers of Korean script.
func shows(r rune) bool {
	switch r {
	case utf8.RuneError, '\u115f', '\u1160', '\u3164', '\uffa0', '\u034f', '\u17b4', '\u17b5', '\u2800':
		return false
	}
	return unicode.IsGraphic(r)
}
