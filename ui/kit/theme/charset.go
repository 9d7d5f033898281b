package theme

import (
	"fmt"
	"slices"
	"strings"
)

// A Charset is what the lines of charts are made of.
type Charset int

// The character sets, in the order in which a key goes through them.
const (
	Braille  Charset = iota // 2 × 4 dots a cell: the finest, and lines differ by colour alone
	Line                    // line-drawing characters: lines differ by their strokes, too
	ASCII                   // a character of its own for each line
	charsets = iota
)

var charsetNames = []string{"braille", "line", "ascii"}

// String is the name of the character set, as flags have it.
func (c Charset) String() string { return charsetNames[c] }

// Next is the character set that follows, round and round.
func (c Charset) Next() Charset { return (c + 1) % charsets }

// ParseCharset reads the name of a character set.
func ParseCharset(name string) (Charset, error) {
	if i := slices.Index(charsetNames, name); i >= 0 {
		return Charset(i), nil
	}
	return 0, fmt.Errorf("%s: must be one of %s", name, strings.Join(charsetNames, ", "))
}
