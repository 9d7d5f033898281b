package setup

import (
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

// oneLine is the width from which an item of a list fits one line; below it, the description is
// under its name.
const oneLine = 60

// A choiceItem is one choice: its name, its description, and its source.
type choiceItem struct {
	Mark, Name, Brief, Paper string
	Style                    lipgloss.Style // of the name
	NameWidth                int            // columns for names in the list
	Selected                 bool
}

// Draw adds an item. Its paper is shown if there is room for all of it; the detail below the
// list always has it.
func (l *choiceList) Draw(look *theme.Theme, i int, it choiceItem, atCursor bool, width int) {
	from := len(l.Lines)
	head, name := "  ", it.Style.Render(it.Name)
	if it.Selected {
		head, name = look.Selected.Render(theme.SelectedGlyph)+" ", look.Selected.Render(it.Name)
	}
	head += it.Mark + " "
	indent := strings.Repeat(" ", ansi.StringWidth(head))
	brief := look.Faint.Render(it.Brief)
	first := head + name
	if width >= oneLine {
		first = head + kit.FitLine(name, it.NameWidth) + " " + brief
	}
	paper := "  " + it.Paper
	if ansi.StringWidth(first+paper) > width {
		paper = ""
	}
	l.Add(i, kit.Spread(first, look.Faint.Render(paper), width))
	if width < oneLine && it.Brief != "" {
		l.Add(i, kit.FitLine(indent+brief, width))
	}
	if atCursor {
		l.from, l.to = from, len(l.Lines)
	}
}

// A choiceList holds the lines of a list; the item at its cursor has the lines from … to−1.
type choiceList struct {
	Lines    []string
	items    []int // of each line; −1 if it belongs to none
	from, to int
}

// Add adds lines of an item; −1 is no item.
func (l *choiceList) Add(item int, lines ...string) {
	for _, line := range lines {
		l.Lines, l.items = append(l.Lines, line), append(l.items, item)
	}
}

// ahead is how many lines of a list stay visible below its cursor.
const ahead = 2

// Window returns the part of the list that fits into room lines: from the first line on if that
// shows the cursor, otherwise the lines up to the cursor, below their heading. above and below
// count the hidden lines.
func (l *choiceList) Window(room int) (shown choiceList, above, below int) {
	n := len(l.Lines)
	top := min(max(l.to+ahead-room, 0), max(n-room, 0), l.from)
	heading := min(top, n-1)
	for heading >= 0 && l.items[heading] >= 0 {
		heading--
	}
	if top > 0 && top < l.from && heading >= 0 {
		for top++; top < l.from && l.items[top] == l.items[top-1]; {
			top++ // the rest of an item without its name
		}
		if l.items[top] >= 0 { // not another heading
			shown.Add(-1, l.Lines[heading])
			room--
		}
	}
	end := min(top+room, n)
	for end < n && end > l.to && l.items[end] == l.items[end-1] {
		end-- // nor a name without the rest of its item
	}
	for i := top; i < end; i++ {
		shown.Add(l.items[i], l.Lines[i])
	}
	return shown, top, n - end
}

// A choicePart is a list above the detail of the item at its cursor. The list gets the lines
// that it needs, except for those reserved for the detail.
type choicePart struct {
	List         choiceList
	Detail       []string
	Keep, Height int
}

func (p choicePart) shown() (shown choiceList, above, below int) {
	return p.List.Window(max(p.Height-1-min(p.Keep, len(p.Detail)), 0))
}

// View returns the lines of the part, and the numbers of hidden lines of the list above and
// below.
func (p choicePart) View() (lines []string, above, below int) {
	shown, above, below := p.shown()
	lines = append(append(lines, shown.Lines...), "")
	lines = append(lines, p.Detail...)
	if len(lines) > p.Height && p.Height > 0 {
		lines[p.Height-1] = theme.Ellipsis
	}
	return lines, above, below
}

// ItemAt returns the item at a line of the view, if there is one.
func (p choicePart) ItemAt(line int) (item int, ok bool) {
	shown, _, _ := p.shown()
	if line < 0 || line >= len(shown.items) || shown.items[line] < 0 {
		return 0, false
	}
	return shown.items[line], true
}
