package kit

import (
	"math/bits"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/lipgloss"
	"golang.org/x/image/font/inconsolata"

	"regretscope/ui/kit/theme"
)

// A BigSize is a size of letters for the back row of a lecture hall: the width and height of a
// pixel in quarters of a cell. The letters are Inconsolata bold, which the Go project has as
// pixels.
type BigSize struct{ wide, high int }

var small = BigSize{1, 1}

// BigSizes lists the sizes, the largest first: 16, 8, and 4 columns per letter, and 10, 5, and
// 5 rows per digit.
var BigSizes = []BigSize{{4, 2}, {2, 1}, small}

var face = inconsolata.Bold8x16

// The lines of pixels in use: digits have nothing above and below them.
const (
	textFrom, textTo   = 2, 16
	digitFrom, digitTo = 4, 14
)

// Width returns the width of a text in columns.
func (s BigSize) Width(text string) int {
	return utf8.RuneCountInString(text) * face.Advance * s.wide / 2
}

// Digits returns the height of a line of digits in rows.
func (s BigSize) Digits() int { return (digitTo - digitFrom) * s.high / 2 }

func (s BigSize) rows() int { return (textTo - textFrom) * s.high / 2 }

// known reports whether there is a letter for every character of a text.
func known(text string) bool {
	for _, r := range text {
		if _, ok := lineOf(r); !ok {
			return false
		}
	}
	return true
}

// BigRoom returns how many rows of a screen a sentence may take: at most half, leaving a dozen
// for a chart between numbers and text.
func BigRoom(height int) int { return min(height/2, height-21) }

// spelled has words for symbols without a letter.
var spelled = strings.NewReplacer("ε", "epsilon", "δ", "delta", "μ", "mu", "ρ", "rho", "θ", "theta", "’", "'", "“",
	"\"", "”", "\"", "−", "-", "–", "-", "≤", "at most")

// BigSentence breaks a text into lines of the smallest letters in a style, at most width
// columns wide; nil if a character has no letter, or the text needs more than rows rows.
func BigSentence(text string, width, rows int, set theme.Charset, style lipgloss.Style) []string {
	text = spelled.Replace(text)
	lines := WrapEvenly(text, width/small.Width("m"))
	if text == "" || !known(text) || len(lines)*small.rows() > rows {
		return nil
	}
	var written []string
	for _, line := range lines {
		for _, row := range bigText(line, small, set) {
			written = append(written, style.Render(row))
		}
	}
	return written
}

// BigNumber writes digits.
func BigNumber(text string, size BigSize, set theme.Charset) []string {
	return write(text, size, set, digitFrom, digitTo)
}

// bigText writes any text, in as many rows as BigSize.rows returns. A character without a
// letter is left blank.
func bigText(text string, size BigSize, set theme.Charset) []string {
	return write(text, size, set, textFrom, textTo)
}

func write(text string, size BigSize, set theme.Charset, from, to int) []string {
	runes := []rune(text)
	rows := make([]string, (to-from)*size.high/2)
	for row := range rows {
		var b strings.Builder
		for column := range size.Width(text) {
			quarters := 0
			for q := range 4 {
				x, y := (2*column+q%2)/size.wide, from+(2*row+q/2)/size.high
				if to == digitTo && runes[x/face.Advance] == ',' {
					y += textTo - digitTo // there is no room below for the tail of a comma among digits
				}
				if isSet(runes, x, y) {
					quarters |= 1 << q
				}
			}
			b.WriteRune(glyph(quarters, set))
		}
		rows[row] = b.String()
	}
	return rows
}

// glyph returns a cell with some quarters set.
func glyph(quarters int, set theme.Charset) rune {
	switch {
	case set != theme.ASCII:
		return theme.Quarter(quarters)
	case bits.OnesCount(uint(quarters)) >= 2:
		return '#'
	}
	return ' '
}

func isSet(text []rune, x, y int) bool {
	line, ok := lineOf(text[x/face.Advance])
	x = x%face.Advance - face.Left
	if !ok || x < 0 || x >= face.Width {
		return false
	}
	_, _, _, alpha := face.Mask.At(x, line+y).RGBA()
	return alpha >= 1<<15
}

// lineOf returns the first line of a letter in the font's picture. A zero is written as an O:
// from the back row, a slashed zero looks like an 8.
func lineOf(r rune) (line int, ok bool) {
	if r == '0' {
		r = 'O'
	}
	for _, in := range face.Ranges {
		if r >= in.Low && r < in.High {
			return (int(r-in.Low) + in.Offset) * (face.Ascent + face.Descent), true
		}
	}
	return 0, false
}
