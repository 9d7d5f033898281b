package audit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

var titles = [parts]string{"1 Claimed and true", "2 Worst case", "3 Mechanisms", "4 About these numbers"}

// View draws the screen, or returns what was drawn last if nothing has changed.
func (s *Screen) View() string {
	if s.drawn == "" {
		s.drawn = s.draw().String()
	}
	return s.drawn
}

func (s *Screen) draw() kit.Block {
	say := func(text string, style lipgloss.Style) kit.Block { return kit.Message(text, s.width, s.height, style) }
	switch {
	case s.width < minWidth || s.height < minHeight:
		return say(kit.TooSmall("the audit", minWidth, minHeight, s.width, s.height), s.theme.Text)
	case s.err != nil:
		return say("✗ "+s.err.Error(), s.theme.Bad)
	case len(s.entries) == 0:
		return say(theme.Ellipsis, s.theme.Faint)
	}
	left, right, wide := columns(s.width, s.height)
	table, detail := s.table(left-kit.FrameWidth), s.detail(left-kit.FrameWidth, wide)
	var texts [parts][]string
	texts[worst] = s.viewWorst(right - kit.FrameWidth)
	texts[mechanisms] = append(s.viewNotions(right-kit.FrameWidth), s.viewMechanisms(right-kit.FrameWidth)...)
	texts[about] = s.viewAbout(right - kit.FrameWidth)
	var rows [parts]int
	for p, text := range texts {
		rows[p] = len(text)
	}
	rows[verdicts] = len(table) + len(detail)
	l := arrange(s.width, s.height, s.part, rows)
	_, room := l.panels[verdicts].Inside()
	texts[verdicts] = s.viewVerdicts(table, detail, room)
	var panels [parts]kit.Block
	for p, r := range l.panels {
		if !r.Empty() {
			panels[p] = s.panel(part(p), texts[p], r, wide)
		}
	}
	if wide {
		return kit.Beside(panels[verdicts], slices.Concat(panels[worst:]...))
	}
	return slices.Concat(panels[:]...)
}

// panel puts a panel's text into its frame, scrolled where it has the keys.
func (s *Screen) panel(p part, lines []string, r kit.Rect, wide bool) kit.Block {
	frame := kit.Frame{Title: titles[p], Focused: p == s.part}
	switch {
	case p == verdicts:
		frame.Remark = "ε = " + kit.Epsilon(s.config.Epsilon)
	case !wide:
		others := slices.Delete(slices.Clone(titles[worst:]), int(p-worst), int(p-worst)+1)
		frame.Remark = strings.Join(others, " · ")
	case p != about:
		frame.Remark = s.entry().Choice.Label()
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
