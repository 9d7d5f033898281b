package kit

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/kit/theme"
)

// KeyBar is one line of the enabled bindings: as many of the first ones as there is
// room for, and all of the last ones, which tell how to find out more.
func KeyBar(t *theme.Theme, first, last []key.Binding, width int) string {
	tail := entries(last)
	used := 0
	for _, e := range tail {
		used += len(between) - 1 + e.width // the dot takes one cell
	}
	var shown []entry
	for i, e := range entries(first) {
		extra := e.width
		if i > 0 {
			extra += len(between) - 1
		}
		if used+extra > width {
			break
		}
		used += extra
		shown = append(shown, e)
	}
	var b strings.Builder
	for i, e := range append(shown, tail...) {
		if i > 0 {
			b.WriteString(t.Faint.Render(between))
		}
		b.WriteString(t.Accent.Render(e.keys) + " " + t.Faint.Render(e.does))
	}
	return FitLine(b.String(), width)
}

type entry struct {
	keys, does string
	width      int
}

func entries(bindings []key.Binding) []entry {
	var all []entry
	for _, b := range bindings {
		if h := b.Help(); b.Enabled() && h.Key != "" {
			all = append(all, entry{h.Key, h.Desc, ansi.StringWidth(h.Key) + 1 + ansi.StringWidth(h.Desc)})
		}
	}
	return all
}

// A KeyGroup is bindings of one subject, under a heading in the help.
type KeyGroup struct {
	Title    string
	Bindings []key.Binding
}

// Help lists all groups in a frame, in as many columns as there is room for.
// What does not fit is reached by an offset in lines.
func KeyHelp(t *theme.Theme, groups []KeyGroup, width, height, offset int) Block {
	inner := width - FrameWidth
	columns := [][]string{nil}
	if inner >= 2*columnWidth+gap {
		columns = append(columns, nil)
	}
	each := (inner - (len(columns)-1)*gap) / len(columns)
	for _, g := range groups {
		// Always to the shortest column, so that they end alike.
		to := 0
		for i := range columns {
			if len(columns[i]) < len(columns[to]) {
				to = i
			}
		}
		columns[to] = append(columns[to], g.lines(t, each)...)
	}
	lines := columns[0]
	if len(columns) > 1 {
		lines = join(columns[0], columns[1], each)
	}
	offset = min(max(offset, 0), max(len(lines)-(height-FrameHeight), 0))
	remark := ""
	if len(lines) > height-FrameHeight {
		remark = "↑↓ scroll"
	}
	return Frame{Title: "Keys", Remark: remark, Focused: true}.Draw(t, lines[offset:], width, height)
}

const (
	columnWidth = 36
	gap         = 3
	keyWidth    = 11
)

func (g *KeyGroup) lines(t *theme.Theme, width int) []string {
	lines := []string{t.Title.Render(g.Title)}
	for _, e := range entries(g.Bindings) {
		pad := strings.Repeat(" ", max(keyWidth-ansi.StringWidth(e.keys), 1))
		for i, part := range Wrap(e.does, width-keyWidth-2, 0) {
			if i == 0 {
				lines = append(lines, "  "+t.Accent.Render(e.keys)+pad+part)
			} else {
				lines = append(lines, strings.Repeat(" ", keyWidth+2)+part)
			}
		}
	}
	return append(lines, "")
}

func join(left, right []string, width int) []string {
	n := max(len(left), len(right))
	lines := make([]string, n)
	for i := range lines {
		l, r := "", ""
		if i < len(left) {
			l = left[i]
		}
		if i < len(right) {
			r = right[i]
		}
		lines[i] = FitLine(l, width+gap) + r
	}
	return lines
}
