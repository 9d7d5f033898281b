package kit

import (
	"math"
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
	"golang.org/x/image/font/inconsolata"

	"regretscope/ui/kit/theme"
)

// Lanes are the columns of a drawing with one column per arm.
type Lanes struct {
	Arms  int
	Cells int // width of each
	Shown int // the number of arms shown, from the first
}

const widest = 3 // separates numbers of two digits

// FitLanes returns the widest lanes with room for all arms in a width. If there is not even a
// cell for each, it returns lanes for the first arms and a sign that more follow.
func FitLanes(arms, width int) Lanes {
	for cells := widest; cells > 0; cells-- {
		if arms*cells <= width && (cells > 1 || arms > 1) {
			return Lanes{arms, cells, arms}
		}
	}
	return Lanes{arms, 1, max(min(arms, width-1), 0)}
}

// All reports whether every arm has a lane.
func (l Lanes) All() bool { return l.Shown == l.Arms }

// Width returns the number of cells in a row.
func (l Lanes) Width() int {
	width := l.Shown * l.Cells
	if !l.All() {
		width++
	}
	return width
}

// Row returns a line with each arm's cell, right-aligned in its lane; a cell must not be wider than a lane.
func (l Lanes) Row(cell func(arm int) string) string {
	var b strings.Builder
	for j := range l.Shown {
		text := cell(j)
		b.WriteString(strings.Repeat(" ", max(l.Cells-ansi.StringWidth(text), 0)))
		b.WriteString(text)
	}
	if !l.All() {
		b.WriteString(theme.Ellipsis)
	}
	return b.String()
}

// Numbers returns the line of the arms' numbers, as many as have room.
func (l Lanes) Numbers() string {
	line := []rune(strings.Repeat(" ", l.Width()))
	crowded := len(strconv.Itoa(l.Shown)) >= l.Cells // then every fifth is enough
	free := 0                                        // the first cell where a number may begin
	for j := range l.Shown {
		number := strconv.Itoa(j + 1)
		begin := (j+1)*l.Cells - len(number)
		if begin < free || (crowded && j > 0 && (j+1)%5 != 0) {
			continue
		}
		copy(line[begin:], []rune(number))
		free = begin + len(number) + 1
	}
	return string(line)
}

var steps = []rune("▁▂▃▄▅▆▇█")

// Height returns a cell filled from below to a share from 0 to 1, in eighths.
func Height(share float64) string {
	if n := int(math.Round(share * float64(len(steps)))); n > 0 {
		return string(steps[n-1])
	}
	return " "
}

// RewardBar returns a reward in [0,1] as one cell: 0, 1, and ½ as numbers, others as a column of about that height.
func RewardBar(x float64) string {
	switch x {
	case 0:
		return "0"
	case 1:
		return "1"
	case .5:
		return "½"
	}
	at := int(math.Round(x * float64(len(steps)-1)))
	return string(steps[min(max(at, 0), len(steps)-1)])
}

var eighths = []string{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"}

// Bar returns a bar of width cells, filled to the given share, to an eighth of a cell. Shares outside [0,1] count as
// the nearer end. A share above 0 shows at least the thinnest stroke, and a share below 1 never looks complete.
func Bar(share float64, width int) string {
	if !(share > 0) || width <= 0 {
		return strings.Repeat(" ", max(width, 0))
	}
	total := 8 * width
	filled := min(int(math.Round(min(share, 1)*float64(total))), total)
	if share < 1 {
		filled = min(filled, total-1)
	}
	filled = max(filled, 1)
	bar := strings.Repeat("█", filled/8) + eighths[filled%8]
	return bar + strings.Repeat(" ", width-(filled+7)/8)
}

// Gauge returns a progress bar of whole cells on a visible track.
func Gauge(share float64, width int) (done, rest string) {
	if math.IsNaN(share) {
		share = 0
	}
	n := int(min(max(share, 0), 1) * float64(width))
	return strings.Repeat("█", n), strings.Repeat("░", max(0, width-n))
}

// A BigSize is a size of letters for the back row of a lecture hall: the width and height of a pixel in quarters of a
// cell. The letters are Inconsolata bold, which the Go project has as pixels.
type BigSize struct{ wide, high int }

var small = BigSize{1, 1}

// BigSizes lists the sizes, the largest first: 16, 8, and 4 columns per letter, and 10, 5, and 5 rows per digit.
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

func known(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { _, ok := lineOf(r); return !ok })
}

// BigRoom returns how many rows of a screen a sentence may take: at most half, leaving a dozen
// for a chart between numbers and text.
func BigRoom(height int) int { return min(height/2, height-21) }

// spelled replaces symbols without a letter by words.
var spelled = strings.NewReplacer("ε", "epsilon", "δ", "delta", "μ", "mu", "ρ", "rho", "θ", "theta", "’", "'", "“",
	"\"", "”", "\"", "∞", "inf", "−", "-", "–", "-", "≤", "at most")

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

// BigNumber returns digits in large letters.
func BigNumber(text string, size BigSize, set theme.Charset) []string {
	return write(text, size, set, digitFrom, digitTo)
}

// bigText returns any text in large letters. A character without a letter is left blank.
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
				if isSet(runes, x, y) && (to != digitTo || x%face.Advance < face.Advance-1) { // so that zeros do not touch
					quarters |= 1 << q
				}
			}
			b.WriteRune(glyph(quarters, set))
		}
		rows[row] = b.String()
	}
	return rows
}

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
