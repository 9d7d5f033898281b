package kit

import (
	"math"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/kit/theme"
)

// Lanes are the columns of a drawing in which each arm has one.
type Lanes struct {
	Arms  int
	Cells int // width of each
	Shown int // how many of the arms, from the first one
}

// widest is the width at which numbers of two digits still stand apart.
const widest = 3

// FitLanes returns the widest lanes that have room for all arms in a width or, where
// there is not even a cell for each, the first of them and a sign that there
// are more.
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

// Width returns how many cells a row takes.
func (l Lanes) Width() int {
	width := l.Shown * l.Cells
	if !l.All() {
		width++
	}
	return width
}

// Row returns a line with what cell says of each arm; it must not be wider than a
// lane, and stands at its right end.
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

// Numbers returns the line with the arms' numbers, as many of them as leave each
// other room.
func (l Lanes) Numbers() string {
	line := []rune(strings.Repeat(" ", l.Width()))
	crowded := len(strconv.Itoa(l.Shown)) >= l.Cells // every fifth is enough then, of all
	free := 0                                        // the first cell that a number may begin in
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

// RewardBar writes a reward in [0,1] in one cell: 0, 1 and ½ as they are, and the
// others as a column of about that height.
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

// Bar returns a bar of width cells that is filled to the given share of it, to an
// eighth of a cell; shares outside [0,1] are taken to be at the end. What is
// above nothing shows at least the thinnest stroke, and what is short of all
// never looks complete.
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

// Gauge returns a bar on a visible track, for progress: whole cells only.
func Gauge(share float64, width int) (done, rest string) {
	if math.IsNaN(share) {
		share = 0
	}
	n := int(min(max(share, 0), 1) * float64(width))
	return strings.Repeat("█", n), strings.Repeat("░", max(0, width-n))
}
