package mode

import (
	"cmp"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/kit"
)

// The widest columns of keys and of usages; a longer usage has a line to itself.
const (
	maxKeys  = 15
	maxUsage = 20
	gap      = 2
)

// list draws the commands, by group unless a word is looked for, and notes whose line is whose.
func (m *Palette) list(width int) (list []string) {
	m.owners = nil
	add := func(owner int, lines ...string) {
		list = append(list, lines...)
		m.owners = append(m.owners, slices.Repeat([]int{owner}, len(lines))...)
	}
	keys, usage := 0, 0
	for _, c := range m.found {
		keys = min(max(keys, ansi.StringWidth(c.Key)), maxKeys)
		usage = min(max(usage, ansi.StringWidth(c.Usage())), maxUsage)
	}
	for i, c := range m.found {
		if (m.line.Text() == "" || m.argued != "") && c.Group != "" && (i == 0 || c.Group != m.found[i-1].Group) {
			add(-1, m.theme.Title.Render(c.Group))
		}
		does := c.Help
		if c.Refusal != "" {
			does = kit.Unless(m.line.Text() == "", "not now: ") + c.Refusal
		}
		for j, row := range rows(&c, does, max(width-gap, 1), keys+gap, usage+gap) {
			if c.Refusal != "" && i != m.at {
				row = m.theme.Faint.Render(row)
			}
			if i == m.at && j > 0 {
				row = m.theme.Selected.Render(row)
			}
			add(i, m.theme.Select(row, i == m.at && j == 0))
		}
	}
	return list
}

// rows returns key, usage, and, beside them, what a command does, on as many lines as that takes.
func rows(c *kit.Command, does string, width, keys, usage int) (lines []string) {
	head := kit.FitLine(c.Key, keys) + c.Usage()
	indent := strings.Repeat(" ", keys+usage)
	text := kit.Wrap(does, max(width-len(indent), 1), 0)
	if ansi.StringWidth(c.Usage()) > usage-gap {
		lines = kit.Wrap(head, width, keys)
	} else {
		lines = []string{kit.FitLine(head, len(indent)) + text[0]}
		text = text[1:]
	}
	for _, line := range text {
		lines = append(lines, indent+line)
	}
	return lines
}

// View draws the palette.
func (m *Palette) View(over kit.Rect) kit.Block {
	width, height := over.Inside()
	list := m.list(width)
	frame := kit.Frame{Title: cmp.Or(m.argued, "Commands"), Focused: true}
	if len(m.found) == 0 {
		lines := kit.Fit([]string{m.theme.Faint.Render("no command matches")}, width, height)
		return frame.Draw(m.theme, lines, over.Width, over.Height)
	}
	from := slices.Index(m.owners, m.at)
	to := from + 1
	for to < len(m.owners) && m.owners[to] == m.at {
		to++
	}
	shown, above, rest := kit.Around(list, from, to, height)
	m.owners = m.owners[above : above+len(shown)]
	frame.Remark = kit.Hidden(above, rest)
	return frame.Draw(m.theme, kit.Fit(shown, width, height), over.Width, over.Height)
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
