package palette

import "regretscope/ui/kit"

// layout is where the commands of the list stand.
type layout struct {
	lines []string // of the list, scrolled
	line  []int    // of each found command in the view; −1: out of sight
	below []string // about the command at the cursor
	above int      // lines of the list that are out of sight
	rest  int
}

// aboutLines is the room below the list for the command at the cursor.
const aboutLines = 3

func (m *Palette) arrange(width, height int) layout {
	inner, room := width-kit.FrameWidth, height-kit.FrameHeight-aboutLines
	table := kit.Table{Columns: []kit.Column{
		{Priority: 2}, {Priority: 1}, {Least: 12, Fill: true},
	}}
	for _, c := range m.found {
		does := c.Does()
		if c.Refusal != "" {
			does = "not now: " + c.Refusal
		}
		table.Rows = append(table.Rows, []string{c.Keys(), c.Usage(), does})
	}
	_, rows := table.Lines(max(inner-2, 1))
	var l layout
	var list []string
	at := make([]int, len(m.found))
	grouped := m.line.Text() == ""
	for i, c := range m.found {
		if grouped && (i == 0 || c.Group != m.found[i-1].Group) {
			list = append(list, m.theme.Title.Render(c.Group))
		}
		at[i] = len(list)
		switch row := rows[i]; {
		case i == m.at:
			list = append(list, m.theme.Select(row, true))
		case c.Refusal != "":
			list = append(list, "  "+m.theme.Faint.Render(row))
		default:
			list = append(list, "  "+row)
		}
	}
	from, to := 0, 0
	if len(at) > 0 {
		from, to = at[m.at], at[m.at]+1
		l.below = m.about(&m.found[m.at], inner)
	}
	shown, above, rest := kit.Around(list, from, to, max(room, 0))
	l.lines, l.above, l.rest = shown, above, rest
	for i := range at {
		at[i] += 1 - above
		if at[i] < 1 || at[i] > len(shown) {
			at[i] = -1
		}
	}
	l.line = at
	return l
}

// about says all about a command: its usage, what it does or why it cannot be run.
func (m *Palette) about(c *kit.Command, width int) []string {
	text, style := c.Usage()+": "+c.Does(), m.theme.Text
	if c.Refusal != "" {
		text, style = c.Usage()+": "+c.Refusal, m.theme.Warn
	}
	return append([]string{""}, kit.Styled(text, width, 2, style)...)
}

// View draws the list in a frame.
func (m *Palette) View(over kit.Rect) kit.Block {
	width, height := over.Width, over.Height
	l := m.arrange(width, height)
	m.drawn = l
	lines := kit.Fit(l.lines, max(width-kit.FrameWidth, 0), max(height-kit.FrameHeight-aboutLines, 0))
	lines = append(lines, l.below...)
	if len(m.found) == 0 && len(lines) > 0 {
		lines[0] = m.theme.Faint.Render("no command matches")
	}
	frame := kit.Frame{Title: "Commands", Focused: true, Remark: kit.Hidden(l.above, l.rest)}
	return frame.Draw(m.theme, lines, width, height)
}

// Foot is the line below the list: what is being typed, and what keys do or what is wrong.
func (m *Palette) Foot(width int) string {
	if !m.open {
		return ""
	}
	hint := m.theme.Faint.Render("enter runs it · ↑↓ choose · esc closes")
	if m.refusal != "" {
		hint = m.theme.Warn.Render(m.refusal)
	}
	if !m.typing {
		return kit.FitLine(hint+m.theme.Faint.Render(" · / finds"), width)
	}
	line := m.theme.Accent.Render(":") + m.line.View(max(width/2, 20), true)
	return kit.Spread(line+" ", hint, width)
}
