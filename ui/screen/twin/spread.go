package twin

import (
	"math"
	"strings"

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

func (s *Screen) columns(width int) columns {
	c := columns{label: 4, seen: percentWidth, number: numberWidth}
	for i := range s.shot.readings {
		c.label = max(c.label, ansi.StringWidth(s.shot.readings[i].Label))
		if s.shot.readings[i].exact {
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

// viewSpread draws for every outcome its frequency in either universe, as a pair of bars, and
// beside them the ratio of the frequencies, with the line that it must not cross. It counts
// hidden outcomes.
func (s *Screen) viewSpread(width, height int) (lines []string, hidden int) {
	c := s.columns(width)
	scale := s.scale(c.odds)
	lines = s.heading(c, &scale)
	from, n, each := s.visible(height)
	shown := s.shot.readings[from : from+n]
	largest := 0.0
	for i := range s.shot.readings {
		for side := range 2 {
			r := &s.shot.readings[i]
			largest = max(largest, s.shot.share(r, side))
			if r.exact {
				largest = max(largest, r.Exact[side])
			}
		}
	}
	for i := range shown {
		lines = append(lines, s.outcome(&shown[i], c, &scale, largest)...)
		if each > 2 {
			lines = append(lines, "")
		}
	}
	if n == 0 {
		lines = append(lines, s.theme.Faint.Render("nothing is counted yet: space begins"))
	}
	for len(lines) < height-legendRows {
		lines = append(lines, "")
	}
	return append(lines, s.legend(width)), len(s.shot.readings) - n
}

// follow scrolls the outcomes to keep the one with the most evidence visible.
const follow = -1

// visible returns which outcomes fit into height lines, and how many lines each has.
func (s *Screen) visible(height int) (from, n, each int) {
	total, room := len(s.shot.readings), height-headingRows-legendRows
	each = 2
	if 3*total <= room {
		each = 3 // with a blank line between them
	}
	n = min(max(room/each, 1), total)
	from = s.offset
	if from == follow {
		from = 0
		if s.shot.telling >= n {
			from = s.shot.telling - n/2
		}
	}
	return min(from, total-n), n, each
}

func (s *Screen) heading(c columns, scale *scale) []string {
	faint := s.theme.Faint.Render
	left := c.label + 1 + tagWidth + c.bar
	exact := ""
	if c.exact > 0 {
		exact = kit.Right("exact", c.exact)
	}
	watched := s.theme.Strong.Render(kit.Capital(s.shot.Watched))
	toA := s.universe(0).Render("◀ A")
	toB := s.universe(1).Render("B ▶")
	middle := "likelier in"
	if c.odds < len("likelier in")+8 {
		middle = ""
	}
	gap := c.odds - 6 - len(middle)
	arrows := toA + strings.Repeat(" ", gap/2) + faint(middle) + strings.Repeat(" ", gap-gap/2) + toB
	return []string{
		kit.FitLine(watched, left+c.seen+c.exact+1) + arrows + faint(kit.Right("ratio", c.number)),
		kit.FitLine("", left) + faint(kit.Right("seen", c.seen)+exact) + " " + scale.labels(s.theme),
	}
}

func (s *Screen) outcome(r *reading, c columns, scale *scale, largest float64) []string {
	label := kit.FitLine(r.Label, c.label+1)
	if s.shot.telling >= 0 && r.Label == s.shot.readings[s.shot.telling].Label && r.sure != 0 {
		label = s.theme.Strong.Render(label)
	}
	notes := [2]string{times(r), ""}
	judgment := s.shot.judge(r)
	style := s.theme.Good
	switch judgment {
	case beyond:
		style, notes[1] = s.theme.Bad, "✗ > e^ε"
	case doubtful:
		style, notes[1] = s.theme.Warn, "? chance"
	case noClaim:
		style = s.theme.Text
	}
	bars := scale.bar(s.theme, r, judgment)
	lines := make([]string, 2)
	for side := range lines {
		numbers := kit.Right(percent(s.shot.share(r, side)), c.seen)
		if c.exact > 0 {
			numbers += s.theme.Faint.Render(kit.Right(percent(r.Exact[side]), c.exact))
		}
		bar := kit.Bar(s.shot.share(r, side)/largest, c.bar) // blank if nothing is counted
		lines[side] = label + s.universe(side).Render(names[side]+" "+bar) +
			numbers + " " + bars + style.Render(kit.Right(notes[side], c.number))
		label = kit.FitLine("", c.label+1)
	}
	return lines
}

// legend explains the bars of odds.
func (s *Screen) legend(width int) string {
	text := "┊ claimed e^ε"
	switch claimed := s.shot.Verdict.Claimed; {
	case math.IsNaN(claimed):
		text = "no line: no ε is claimed"
	case math.IsInf(claimed, 1):
		text = "no line: ε = ∞ allows any ratio"
	}
	text += " · █ certain"
	for i := range s.shot.readings {
		if !s.shot.readings[i].exact {
			text += " · ░ may be chance"
			break
		}
	}
	return s.theme.Faint.Render(ansi.Truncate(text, width, theme.Ellipsis))
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
