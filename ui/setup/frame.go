package setup

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/form"
	"regretscope/ui/theme"
)

// frame draws lines in a box of exactly the place's size. The bottom edge tells
// how many lines are hidden above and below.
func (s *Screen) frame(p place, title string, focused bool, lines []string, above, below int) string {
	edge := s.theme.Border
	if focused {
		edge = s.theme.BorderFocused
		title = s.theme.Selected.Render(theme.SelectedGlyph + " " + title)
	} else {
		title = s.theme.Title.Render(title)
	}
	inner := p.width - 4
	var b strings.Builder
	b.WriteString(s.edge("╭─ ", title, "╮", p.width, edge.Render) + "\n")
	for i := range p.height - 2 {
		line := ""
		if i < len(lines) {
			line = lines[i]
		}
		b.WriteString(edge.Render("│") + " " + fit(line, inner) + " " + edge.Render("│") + "\n")
	}
	more := ""
	if above+below > 0 {
		more = s.theme.Faint.Render(fmt.Sprintf("↑ %d  ↓ %d more lines", above, below))
	}
	b.WriteString(s.edge("╰─ ", more, "╯", p.width, edge.Render))
	return b.String()
}

// edge is the upper or lower side of a box with something written into it.
func (s *Screen) edge(left, text, right string, width int, style func(...string) string) string {
	if text == "" {
		return style(strings.TrimRight(left, " ") + strings.Repeat("─", width-3) + right)
	}
	text = ansi.Truncate(text, width-6, theme.Ellipsis)
	rest := width - 5 - ansi.StringWidth(text)
	return style(left) + text + style(" "+strings.Repeat("─", rest)+right)
}

// fit makes a line exactly as wide as there is room.
func fit(line string, width int) string {
	line = ansi.Truncate(line, width, theme.Ellipsis)
	return line + strings.Repeat(" ", max(0, width-ansi.StringWidth(line)))
}

// spread puts two texts at the ends of a line; the first gives way where both
// do not fit.
func spread(left, right string, width int) string {
	room := max(0, width-ansi.StringWidth(right)-1)
	return fit(left, room) + " " + right
}

// wrap breaks a text into lines of a style.
func wrap(text string, width int, style func(...string) string) []string {
	if text == "" {
		return nil
	}
	lines := strings.Split(ansi.Wrap(text, max(1, width), ""), "\n")
	for i, line := range lines {
		lines[i] = style(line)
	}
	return lines
}

// A listing is lines of which some belong to where the cursor is.
type listing struct {
	lines    []string
	from, to int
}

// over puts a list above something about the item at its cursor. The list gets
// what it needs as far as the other keeps the lines that it has to have.
func (l listing) over(detail []string, keep, height int) (lines []string, above, below int) {
	room := max(height-1-min(keep, len(detail)), 0)
	lines, above, below = form.Window(l.lines, l.from, l.to, room)
	lines = append(append([]string{}, lines...), "")
	lines = append(lines, detail...)
	return lines[:min(len(lines), height)], above, below
}
