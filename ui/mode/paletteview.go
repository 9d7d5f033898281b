package mode

import (
	"regretscope/ui/kit"
)

// aboutLines is the height of the text about the selected command.
const aboutLines = 3

// list draws the commands, by group unless the line is in use.
func (m *Palette) list(width int) (list []string) {
	table := kit.Table{Columns: []kit.Column{
		{Priority: 2}, {Priority: 1}, {Least: 12, Fill: true},
	}}
	for _, c := range m.found {
		does := c.Help
		if c.Refusal != "" {
			does = "not now: " + c.Refusal
		}
		table.Rows = append(table.Rows, []string{c.Key, c.Usage(), does})
	}
	_, rows := table.Lines(max(width-2, 1))
	m.lines = make([]int, len(m.found))
	grouped := m.line.Text() == ""
	for i, c := range m.found {
		if grouped && (i == 0 || c.Group != m.found[i-1].Group) {
			list = append(list, m.theme.Title.Render(c.Group))
		}
		m.lines[i] = len(list)
		switch row := rows[i]; {
		case i == m.at:
			list = append(list, m.theme.Select(row, true))
		case c.Refusal != "":
			list = append(list, "  "+m.theme.Faint.Render(row))
		default:
			list = append(list, "  "+row)
		}
	}
	return list
}

// about describes a command: usage, and help or why it is not available.
func (m *Palette) about(c *kit.Command, width int) []string {
	text, style := c.Usage()+": "+c.Help, m.theme.Text
	if c.Refusal != "" {
		text, style = c.Usage()+": "+c.Refusal, m.theme.Warn
	}
	return append([]string{""}, kit.Styled(text, width, 2, style)...)
}

// View draws the palette.
func (m *Palette) View(over kit.Rect) kit.Block {
	width, height := over.Inside()
	list, room := m.list(width), max(height-aboutLines, 0)
	if len(m.found) == 0 {
		lines := kit.Fit([]string{m.theme.Faint.Render("no command matches")}, width, room)
		return kit.Frame{Title: "Commands", Focused: true}.Draw(m.theme, lines, over.Width, over.Height)
	}
	from := m.lines[m.at]
	shown, above, rest := kit.Around(list, from, from+1, room)
	for i := range m.lines {
		if m.lines[i] += 1 - above; m.lines[i] < 1 || m.lines[i] > len(shown) {
			m.lines[i] = -1
		}
	}
	lines := append(kit.Fit(shown, width, room), m.about(&m.found[m.at], width)...)
	frame := kit.Frame{Title: "Commands", Focused: true, Remark: kit.Hidden(above, rest)}
	return frame.Draw(m.theme, lines, over.Width, over.Height)
}

// Foot returns the line below the list: the typed text, and keys or a mistake.
func (m *Palette) Foot(width int) string {
	if !m.Opened {
		return ""
	}
	hint := m.theme.Faint.Render("enter runs it · ↑↓ choose · esc closes")
	if m.notice.Text != "" {
		hint = m.theme.Warn.Render(m.notice.Text)
	}
	if !m.typing {
		return kit.FitLine(hint+m.theme.Faint.Render(" · / finds"), width)
	}
	line := m.theme.Accent.Render(":") + m.line.View(max(width/2, 20), true)
	return kit.Spread(line+" ", hint, width)
}
