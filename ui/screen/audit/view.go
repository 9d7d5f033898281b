package audit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"regretscope/ui/chart/notions"
	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

var titles = [parts]string{"1 Claimed and true", "2 Worst case", "3 ε, ρ, μ, δ", "4 Trade-off curve", "5 Mechanisms", "6 About these numbers"}

// shortTitles name panels where others stand beside them.
var shortTitles = [parts]string{"1 Claims", "2 Worst case", "3 ρ, μ, δ", "4 Curves", "5 Mechanisms", "6 About"}

// View draws the screen, or returns what was drawn last if nothing has changed.
func (s *Screen) View() string { return s.Draw(s.draw) }

func (s *Screen) draw() kit.Block {
	if unfit := s.Unfit(s.theme, "the audit", minWidth, minHeight, s.err); unfit != nil {
		return unfit
	}
	if len(s.entries) == 0 {
		return s.Say("Auditing every learner exactly "+theme.Ellipsis, s.theme.Faint)
	}
	left, right, wide := columns(s.Width, s.Height)
	table, detail := s.table(left-kit.FrameWidth), s.detail(left-kit.FrameWidth, wide)
	var texts [parts][]string
	texts[worst] = s.viewWorst(right - kit.FrameWidth)
	texts[beyond] = s.viewNotions(right - kit.FrameWidth)
	texts[mechanisms] = s.viewMechanisms(right - kit.FrameWidth)
	texts[about] = s.viewAbout(right - kit.FrameWidth)
	var rows [parts]int
	for p, text := range texts {
		rows[p] = len(text)
	}
	rows[verdicts] = len(table) + len(detail)
	l := arrange(s.Width, s.Height, s.part, rows)
	_, room := l.panels[verdicts].Inside()
	texts[verdicts] = s.viewVerdicts(table, detail, room)
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
		return kit.Beside(slices.Concat(panels[verdicts], panels[curves]), slices.Concat(panels[worst], panels[beyond], panels[mechanisms], panels[about]))
	}
	return slices.Concat(panels[:]...)
}

// panel puts a panel's text into its frame, scrolled where it has the keys.
func (s *Screen) panel(p part, lines []string, r kit.Rect, l *layout) kit.Block {
	frame := kit.Frame{Title: titles[p], Focused: p == s.part}
	if p == curves {
		frame.Title = fmt.Sprintf("%d %s", curves+1, map[bool]string{false: notions.TradeOffTitle, true: notions.DeltaTitle}[s.delta])
	}
	switch {
	case p == verdicts:
		frame.Remark = "ε = " + kit.Epsilon(s.config.Epsilon)
	case p == curves:
		frame.Remark = s.curveRemark()
	case !l.wide || p >= mechanisms:
		frame.Remark = l.hidden(p)
	default:
		frame.Remark = s.entry().Spec.Label()
	}
	if _, room := r.Inside(); len(lines) > room && room > 0 {
		from := 0
		if p == s.part {
			from, _ = s.scroll.Window(len(lines), room)
		}
		lines = lines[from:]
		if more := len(lines) - room; more > 0 {
			lines = append(lines[:room-1:room-1], s.theme.Faint.Render(fmt.Sprintf("↓ %d more lines (pgdn)", more+1)))
		}
	}
	return frame.Draw(s.theme, lines, r.Width, r.Height)
}

// hidden names the panels that are not shown while one is.
func (l *layout) hidden(shown part) string {
	var names []string
	for p, r := range l.panels {
		if r.Empty() && part(p) != shown {
			names = append(names, shortTitles[p])
		}
	}
	return strings.Join(names, " · ")
}

// mark is a verdict as a glyph and its colour.
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
