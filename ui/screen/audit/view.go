package audit

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"regretscope/ui/kit"
)

// The smallest room that the screen works in, and the room from which all of
// its panels are seen at once.
const (
	minWidth, minHeight   = 60, 14
	wideWidth, wideHeight = 110, 28
)

var titles = [parts]string{"1 Claimed and true", "2 Worst case", "3 Mechanisms", "4 About these numbers"}

// View draws the screen, in the room that it was given and no more.
func (s *Screen) View() string {
	switch {
	case s.width < minWidth || s.height < minHeight:
		return s.say(fmt.Sprintf("The audit needs %d columns and %d lines; here are %d and %d.",
			minWidth, minHeight, s.width, s.height), s.theme.Text)
	case s.err != nil:
		return s.say("✗ "+s.err.Error(), s.theme.Bad)
	case len(s.entries) == 0:
		return s.say("…", s.theme.Faint)
	case s.wide():
		return s.viewAll().String()
	}
	lower := max(s.part, worst)
	upper := s.draw(verdicts, s.width, s.upperHeight())
	return append(upper, s.draw(lower, s.width, s.height-len(upper))...).String()
}

func (s *Screen) wide() bool { return s.width >= wideWidth && s.height >= wideHeight }

// say fills the screen with one text.
func (s *Screen) say(text string, style lipgloss.Style) string {
	return kit.Fit(styled(text, s.width, 0, style), s.width, s.height).String()
}

// upperHeight leaves the panel below the verdicts at least a few lines.
func (s *Screen) upperHeight() int {
	const below = 7
	return min(len(s.viewVerdicts(s.width-kit.FrameWidth, s.height))+kit.FrameHeight, s.height-below)
}

// viewAll has the verdicts on the left, and everything else on the right.
func (s *Screen) viewAll() kit.Block {
	left := s.width * 52 / 100
	right := s.width - left
	lowest := len(s.viewAbout(right-kit.FrameWidth)) + kit.FrameHeight
	middle := max((s.height-lowest)/2, 5)
	if n := len(s.viewWorst(right-kit.FrameWidth)) + kit.FrameHeight; n < s.height-lowest-5 {
		middle = max(min(n, s.height-lowest-5), 5)
	}
	column := s.draw(worst, right, middle)
	column = append(column, s.draw(mechanisms, right, s.height-lowest-middle)...)
	column = append(column, s.draw(about, right, lowest)...)
	return kit.Beside(s.draw(verdicts, left, s.height), column)
}

// draw puts a panel's text into its frame, scrolled where it has the keys.
func (s *Screen) draw(p part, width, height int) kit.Block {
	inside, room := width-kit.FrameWidth, height-kit.FrameHeight
	frame := kit.Frame{Title: titles[p], Focused: p == s.part}
	var lines []string
	if p == verdicts {
		lines = s.viewVerdicts(inside, room)
		frame.Remark = fmt.Sprintf("ε = %s", kit.Epsilon(s.config.Epsilon))
	} else {
		lines = s.textFor(p, inside)
		if p != about {
			frame.Remark = s.entry().Choice.Label()
		}
		if !s.wide() {
			var others []string
			for o := worst; o < parts; o++ {
				if o != p {
					others = append(others, titles[o])
				}
			}
			frame.Remark = strings.Join(others, " · ")
		}
	}
	if hidden := len(lines) - room; hidden > 0 {
		from := 0
		if p == s.part {
			from = min(s.offset, hidden)
		}
		lines = lines[from:]
		if more := len(lines) - room; more > 0 && room > 0 {
			lines = append(lines[:room-1:room-1], s.theme.Faint.Render(fmt.Sprintf("↓ %d more lines (pgdn)", more+1)))
		}
	}
	return frame.Draw(s.theme, lines, width, height)
}

// text is a panel's lines as wide as it is drawn.
func (s *Screen) text(p part) []string {
	width := s.width
	if s.wide() {
		width -= s.width * 52 / 100
	}
	return s.textFor(p, width-kit.FrameWidth)
}

func (s *Screen) textFor(p part, width int) []string {
	switch p {
	case worst:
		return s.viewWorst(width)
	case mechanisms:
		return s.viewMechanisms(width)
	case about:
		return s.viewAbout(width)
	default:
		return nil // it does not scroll by lines
	}
}

// styled breaks a text into lines of a style.
func styled(text string, width, indent int, style lipgloss.Style) []string {
	lines := kit.Wrap(text, width, indent)
	for i := range lines {
		lines[i] = style.Render(lines[i])
	}
	return lines
}

// mark is a verdict in a glyph and its colour.
func (s *Screen) mark(broken, promised bool) (string, lipgloss.Style) {
	switch {
	case broken:
		return "✗", s.theme.Bad
	case promised:
		return "✓", s.theme.Good
	default:
		return "–", s.theme.Warn
	}
}
