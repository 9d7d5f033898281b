package audit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"

	exact "regretscope/noise/dpaudit"
	"regretscope/ui/chart/notions"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

var titles = [parts]string{
	"1 Claimed and true", "2 Worst case", "3 Trade-off curve", "4 ε, ρ, μ, δ",
	"5 About these numbers", "6 Mechanisms",
}

// shortTitles are the titles of panels beside others.
var shortTitles = [parts]string{"1 Claims", "2 Worst case", "3 Curves", "4 ρ, μ, δ", "5 About", "6 Mechanisms"}

// View draws the screen, or returns the earlier drawing if nothing has changed.
func (s *Screen) View() string {
	return s.Draw(s.theme, "the audit", minWidth, minHeight, s.err, s.draw)
}

func (s *Screen) draw() kit.Block {
	if len(s.entries) == 0 {
		return s.Instead("Auditing every learner exactly "+theme.Ellipsis, s.theme.Faint)
	}
	left, right, wide := columns(s.Width, s.Height)
	table, detail := s.table(left-kit.FrameWidth), s.detail(left-kit.FrameWidth, wide)
	var texts [parts][]string
	texts[worst] = s.viewWorst(right - kit.FrameWidth)
	texts[beyond] = s.viewNotions(right - kit.FrameWidth)
	texts[mechanisms] = s.viewMechanisms(right - kit.FrameWidth)
	texts[about] = kit.Styled(strings.ReplaceAll(exact.Caveat, "\n", " "), right-kit.FrameWidth, 0, s.theme.Text)
	var rows [parts]int
	for p, text := range texts {
		rows[p] = len(text)
	}
	rows[verdicts] = len(table) + len(detail)
	l := arrange(s.Width, s.Height, s.part, rows)
	_, room := l.panels[verdicts].Inside()
	seen, _, _ := kit.Around(table[1:], s.at, s.at+1, max(room-len(detail)-1, 1))
	texts[verdicts] = slices.Concat(table[:1], seen, detail)
	if r := l.panels[curves]; !r.Empty() {
		texts[curves] = s.viewCurve(r.Inside())
	}
	var panels [parts]kit.Block
	for p, r := range l.panels {
		if !r.Empty() {
			panels[p] = s.panel(part(p), texts[p], r, &l)
		}
	}
	if wide {
		return kit.Beside(slices.Concat(panels[verdicts], panels[curves]),
			slices.Concat(panels[worst], panels[beyond], panels[about], panels[mechanisms]))
	}
	return slices.Concat(panels[:]...)
}

// panel returns a panel's text in its frame, scrolled if the panel has the focus.
func (s *Screen) panel(p part, lines []string, r kit.Rect, l *layout) kit.Block {
	frame := kit.Frame{Title: titles[p], Focused: p == s.part}
	if p == curves {
		title := notions.TradeOffTitle
		if s.delta {
			title = notions.DeltaTitle
		}
		frame.Title = fmt.Sprintf("%d %s", curves+1, title)
	}
	switch {
	case p == verdicts:
		frame.Remark = "ε = " + kit.Epsilon(s.config.Epsilon)
	case p == curves:
		frame.Remark = "type II at type I 5% · v: δ(ε)"
		if s.delta {
			frame.Remark = "log δ over ε · v: trade-off"
		}
	case !l.wide || p >= mechanisms:
		frame.Remark = l.hidden(p)
	default:
		frame.Remark = s.entry().Spec.Label()
	}
	if _, room := r.Inside(); len(lines) > room && room > 0 {
		from := 0
		if p == s.part {
			from, _ = s.scroll.Visible(len(lines), room)
		}
		lines = lines[from:]
		if more := len(lines) - room; more > 0 {
			lines = append(lines[:room-1:room-1], s.theme.Faint.Render(fmt.Sprintf("↓ %d more lines (pgdn)", more+1)))
		}
	}
	return frame.Draw(s.theme, lines, r.Width, r.Height)
}

func (l *layout) hidden(shown part) string {
	var names []string
	for p, r := range l.panels {
		if r.Empty() && part(p) != shown {
			names = append(names, shortTitles[p])
		}
	}
	return strings.Join(names, " · ")
}

func (s *Screen) mark(broken, promised bool) (string, lipgloss.Style) {
	switch {
	case broken:
		return "✗", s.theme.Bad
	case promised:
		return "✓", s.theme.Good
	default:
		return kit.None, s.theme.Warn
	}
}

// The smallest size of the screen, and the size from which all of its panels are visible at
// once.
const (
	minWidth, minHeight   = 60, 8
	lowHeight             = 14 // below it, a panel is alone
	wideWidth, wideHeight = 110, 28
)

// A layout holds the places of the panels; hidden ones are empty.
type layout struct {
	wide   bool
	panels [parts]kit.Rect
}

// columns returns the widths of the panel of verdicts and of the others.
func columns(width, height int) (left, right int, wide bool) {
	if width < wideWidth || height < wideHeight {
		return width, width, false
	}
	left = width * 52 / 100
	return left, width - left, true
}

// minPicture is the least height of the panel of curves if all panels are visible.
const minPicture = 12

// arrange returns the place of every panel; rows are the lines of text that each needs. With
// enough room, the verdicts and the curves are on the left and everything else on the right.
// Otherwise the verdicts are above the focused panel; the verdicts, if focused and too long,
// and the curves have the screen to themselves.
func arrange(width, height int, focus part, rows [parts]int) layout {
	var l layout
	if width < minWidth || height < minHeight {
		return l
	}
	var left int
	left, _, l.wide = columns(width, height)
	body := kit.Rect{Width: width, Height: height}
	upper := rows[verdicts] + kit.FrameHeight
	if !l.wide {
		const below = 7 // lines that the lower panel has at least
		switch {
		case focus == curves, height < lowHeight, upper > height-below && focus == verdicts:
			l.panels[focus] = body
		default:
			l.panels[verdicts], l.panels[max(focus, worst)] = body.Rows(min(upper, height-below))
		}
		return l
	}
	var column kit.Rect
	l.panels[verdicts], column = body.Columns(left)
	l.panels[verdicts], l.panels[curves] = l.panels[verdicts].Rows(min(upper, height-minPicture))
	l.arrangeRight(column, focus, rows)
	return l
}

// arrangeRight stacks the other panels. The mechanisms and the meaning of the numbers share a
// place if there is no room for both.
func (l *layout) arrangeRight(column kit.Rect, focus part, rows [parts]int) {
	want := func(p part) int { return rows[p] + kit.FrameHeight }
	free := column.Height
	stack, last := []part{worst, beyond}, about
	switch {
	case want(worst)+want(beyond)+want(mechanisms)+want(about) <= free:
		stack, last = append(stack, about), mechanisms
	case focus == mechanisms:
		last = mechanisms
	}
	bottom := min(want(last), free/3)
	second := min(want(beyond), free/3)
	heights := map[part]int{beyond: second, worst: min(want(worst), free-bottom-second), about: want(about)}
	for _, p := range stack {
		l.panels[p], column = column.Rows(heights[p])
	}
	l.panels[last] = column
}
