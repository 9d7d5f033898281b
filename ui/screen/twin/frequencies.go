package twin

import (
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/noise/number"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// columns holds the widths of the parts of one outcome's line.
type columns struct{ label, bar, seen, exact, odds, number int }

const (
	tagWidth     = 2 // the universe's name before its bar
	percentWidth = 7
	numberWidth  = 9 // with a blank before the longest note
	headingRows  = 2
	legendRows   = 1
)

// A frequencyPanel draws how often each outcome is seen in either universe.
type frequencyPanel struct {
	theme  *theme.Theme
	shot   *snapshot
	offset int // the first outcome shown, or follow
}

func (f frequencyPanel) columns(width int) columns {
	c := columns{label: 4, seen: percentWidth, number: numberWidth}
	for i := range f.shot.readings {
		c.label = max(c.label, ansi.StringWidth(f.shot.readings[i].Label))
		if f.shot.readings[i].exact {
			c.exact = percentWidth
		}
	}
	c.label = min(c.label, width/5)
	room := width - c.label - 1 - tagWidth - c.seen - c.exact - 1 - c.number
	c.bar = max(room*2/5, 3)
	c.odds = max(room-c.bar, 5)
	if c.odds%2 == 0 { // so that there is a middle
		c.odds--
		c.bar++
	}
	return c
}

// view draws for every outcome its frequency in either universe, as a pair of bars, and beside them the ratio
// of the frequencies, with the line that it must not cross. It counts hidden outcomes.
func (f frequencyPanel) view(width, height int) (lines []string, hidden int) {
	c := f.columns(width)
	scale := f.scale(c.odds)
	lines = f.heading(c, &scale)
	from, n, each := f.visible(height)
	shown := f.shot.readings[from : from+n]
	largest := 0.0
	for i := range f.shot.readings {
		for side := range 2 {
			r := &f.shot.readings[i]
			largest = max(largest, f.shot.share(r, side))
			if r.exact {
				largest = max(largest, r.Exact[side])
			}
		}
	}
	for i := range shown {
		for _, line := range f.outcome(&shown[i], c, &scale, largest) {
			bar := kit.FitLine("", c.label+1+tagWidth) + ansi.Cut(line, c.label+1+tagWidth, c.label+1+tagWidth+c.bar)
			lines = append(append(lines, line), slices.Repeat([]string{bar}, each/2-1)...)
		}
		lines = append(lines, slices.Repeat([]string{""}, each%2)...)
	}
	if n == 0 {
		lines = append(lines, f.theme.Faint.Render("nothing is counted yet: space begins"))
	}
	for len(lines) < height-legendRows {
		lines = append(lines, "")
	}
	return append(lines, f.legend(width)), len(f.shot.readings) - n
}

const follow = -1 // scrolls the outcomes to keep the one with the most evidence visible

// visible returns which outcomes fit into height lines, and how many lines each has.
func (f frequencyPanel) visible(height int) (from, n, each int) {
	total, room := len(f.shot.readings), height-headingRows-legendRows
	if each = min(max(room/max(total, 1), 2), 7); each == 6 { // with a blank line between them if odd
		each = 5
	}
	n = min(max(room/each, 1), total)
	from = f.offset
	if from == follow {
		from = 0
		if f.shot.telling >= n {
			from = f.shot.telling - n/2
		}
	}
	return min(from, total-n), n, each
}

func (f frequencyPanel) heading(c columns, scale *scale) []string {
	faint := f.theme.Faint.Render
	left := c.label + 1 + tagWidth + c.bar
	exact := ""
	if c.exact > 0 {
		exact = kit.Right("exact", c.exact)
	}
	watched := f.theme.Strong.Render(kit.Capital(f.shot.Watched))
	toA := universe(f.theme, 0).Render("◀ A")
	toB := universe(f.theme, 1).Render("B ▶")
	middle := "likelier in"
	if c.odds < len("likelier in")+8 {
		middle = ""
	}
	gap := c.odds - 6 - len(middle)
	arrows := toA + strings.Repeat(" ", gap/2) + faint(middle) + strings.Repeat(" ", gap-gap/2) + toB
	return []string{
		kit.FitLine(watched, left+c.seen+c.exact+1) + arrows + faint(kit.Right("ratio", c.number)),
		kit.FitLine("", left) + faint(kit.Right("seen", c.seen)+exact) + " " + scale.labels(f.theme),
	}
}

func (f frequencyPanel) outcome(r *reading, c columns, scale *scale, largest float64) []string {
	label := kit.FitLine(r.Label, c.label+1)
	if f.shot.telling >= 0 && r.Label == f.shot.readings[f.shot.telling].Label && r.sure != 0 {
		label = f.theme.Strong.Render(label)
	}
	notes := [2]string{times(r), ""}
	judgment := f.shot.judge(r)
	style := f.theme.Good
	switch judgment {
	case beyond:
		style, notes[1] = f.theme.Bad, "✗ > e^ε"
	case doubtful:
		style, notes[1] = f.theme.Warn, "? chance"
	case noClaim:
		style = f.theme.Text
	}
	bars := scale.bar(f.theme, r, judgment)
	lines := make([]string, 2)
	for side := range lines {
		numbers := kit.Right(percent(f.shot.share(r, side)), c.seen)
		if c.exact > 0 {
			numbers += f.theme.Faint.Render(kit.Right(percent(r.Exact[side]), c.exact))
		}
		bar := kit.Bar(f.shot.share(r, side)/largest, c.bar) // blank if nothing is counted
		lines[side] = label + universe(f.theme, side).Render(names[side]+" "+bar) +
			numbers + " " + bars + style.Render(kit.Right(notes[side], c.number))
		label = kit.FitLine("", c.label+1)
	}
	return lines
}

func (f frequencyPanel) legend(width int) string {
	text := "┊ claimed e^ε"
	switch claimed := f.shot.Verdict.Claimed; {
	case math.IsNaN(claimed):
		text = "no line: no ε is claimed"
	case math.IsInf(claimed, 1):
		text = "no line: ε = ∞ allows any ratio"
	}
	text += " · █ certain"
	if slices.ContainsFunc(f.shot.readings, func(r reading) bool { return !r.exact }) {
		text += " · ░ may be chance"
	}
	return f.theme.Faint.Render(ansi.Truncate(text, width, theme.Ellipsis))
}

// share returns the share of noises that led to an outcome in one universe.
func (s *snapshot) share(r *reading, side int) float64 {
	if s.Samples == 0 {
		return 0
	}
	return float64(r.Counts[side]) / float64(s.Samples)
}

func percent(share float64) string {
	if math.IsNaN(share) {
		return ""
	}
	return number.Fixed(100*share, 1) + "%"
}

func times(r *reading) string {
	if r.loss == 0 && r.sure == 0 && !r.exact && r.Counts == [2]int{} { // unseen
		return "–"
	}
	return odds(r.loss) + "×"
}

// A scale is the axis of odds, with equal odds in the middle, universe A to the left, and B to the right, as
// everywhere on the screen. The distance from the middle is the logarithm of the ratio.
type scale struct {
	cells int     // an odd number
	reach float64 // the loss at either end
	line  float64 // the claimed loss, or NaN
}

// scale returns a scale with room for all finite losses, and for the line.
func (f frequencyPanel) scale(cells int) scale {
	sc := scale{cells: cells, line: f.shot.Verdict.Claimed}
	if !math.IsInf(sc.line, 0) && !math.IsNaN(sc.line) {
		sc.reach = 1.35 * sc.line
	} else {
		sc.line = math.NaN()
	}
	for i := range f.shot.readings {
		for _, loss := range []float64{f.shot.readings[i].sure, f.shot.readings[i].loss} {
			if size := math.Abs(loss); !math.IsInf(size, 0) && (f.shot.readings[i].exact || loss == f.shot.readings[i].sure) {
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

// bar draws the certain part of a reading in full, and what may be chance lightly.
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
