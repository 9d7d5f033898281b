package kit

import (
	"math"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/kit/theme"
)

// Lanes are the columns of a drawing with one column per arm.
type Lanes struct {
	Arms  int
	Cells int // width of each
	Shown int // the number of arms shown, from the first
}

// widest is the width that separates numbers of two digits.
const widest = 3

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

// Row returns a line with each arm's cell, right-aligned in its lane; a cell must not be wider
// than a lane.
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

// RewardBar writes a reward in [0,1] in one cell: 0, 1, and ½ as numbers, others as a column of
// about that height.
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

// Bar returns a bar of width cells, filled to the given share, to an eighth of a cell. Shares
// outside [0,1] count as the nearer end. A share above 0 shows at least the thinnest stroke,
// and a share below 1 never looks complete.
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
