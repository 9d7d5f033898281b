package twin

import (
	"math"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"regretscope/ui/kit/theme"
)

// A scale is the axis of odds, with equal odds in the middle, universe A to the left, and B to
// the right, as everywhere on the screen. The distance from the middle is the logarithm of the
// ratio.
type scale struct {
	cells int     // an odd number
	reach float64 // the loss at either end
	line  float64 // the claimed loss, or NaN
}

// scale returns a scale with room for all finite losses, and for the line.
func (s *Screen) scale(cells int) scale {
	sc := scale{cells: cells, line: s.shot.Verdict.Claimed}
	if !math.IsInf(sc.line, 0) && !math.IsNaN(sc.line) {
		sc.reach = 1.35 * sc.line
	} else {
		sc.line = math.NaN()
	}
	for i := range s.shot.readings {
		for _, loss := range []float64{s.shot.readings[i].sure, s.shot.readings[i].loss} {
			if size := math.Abs(loss); !math.IsInf(size, 0) && (s.shot.readings[i].exact || loss == s.shot.readings[i].sure) {
				sc.reach = max(sc.reach, 1.1*size)
			}
		}
	}
	if sc.reach == 0 {
		sc.reach = 1
	}
	return sc
}

func (s *scale) half() int { return s.cells / 2 }

// at returns the cell of a loss on one side, counted from the middle; 0 is the middle.
func (s *scale) at(loss float64) int {
	if math.IsInf(loss, 0) {
		return s.half()
	}
	return min(int(math.Round(math.Abs(loss)/s.reach*float64(s.half()))), s.half())
}

// mark returns the cell of the line on either side, or 0.
func (s *scale) mark() int {
	if math.IsNaN(s.line) {
		return 0
	}
	return s.at(s.line)
}

// labels names the middle, where the odds are equal, and the line.
func (s *scale) labels(t *theme.Theme) string {
	line := []rune(strings.Repeat(" ", s.cells))
	put := func(at int, text string) {
		label := []rune(text)
		begin := min(max(at-len(label)/2, 0), max(s.cells-len(label), 0))
		for i, r := range label {
			if begin+i < len(line) {
				line[begin+i] = r
			}
		}
	}
	switch m := s.mark(); {
	case m == 0:
		put(0, odds(s.reach)+"×")
		put(s.cells, odds(s.reach)+"×")
	case m > 2:
		label := odds(s.line) + "×"
		put(s.half()-m, label)
		put(s.half()+m, label)
	}
	if h := s.half(); line[h-1] == ' ' && line[h+1] == ' ' {
		put(h, "1")
	}
	return t.Faint.Render(string(line))
}

// bar draws a reading: the certain part in full, the part that may be chance lightly. Beyond
// the line the color differs.
func (s *scale) bar(t *theme.Theme, r *reading, j judgment) string {
	sure, all, mark := s.at(r.sure), s.at(r.loss), s.mark()
	direction := 1 // to the right is universe B
	if likelier(r.loss) == 0 {
		direction = -1
	}
	if r.sure != 0 && likelier(r.sure) != likelier(r.loss) {
		sure = 0
	}
	var b strings.Builder
	for cell := range s.cells {
		from := cell - s.half() // the middle
		distance := from * direction
		glyph, style := " ", t.Faint
		switch {
		case from == 0:
			glyph = "│"
		case mark > 0 && (from == mark || from == -mark):
			glyph, style = "┊", t.Title
		case distance > 0 && distance <= sure:
			glyph, style = "█", s.shade(t, j, distance > mark)
		case distance > 0 && distance <= all:
			glyph, style = "░", s.shade(t, min(j, doubtful), distance > mark)
		}
		b.WriteString(style.Render(glyph))
	}
	return b.String()
}

func (s *scale) shade(t *theme.Theme, j judgment, past bool) lipgloss.Style {
	switch {
	case j == noClaim:
		return t.Accent
	case past && j == beyond:
		return t.Bad
	case past:
		return t.Warn
	default:
		return t.Good
	}
}
