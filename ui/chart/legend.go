package chart

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/numeral"
	"regretscope/ui/theme"
)

const (
	legendGap  = 3
	valueWidth = 9 // wide enough for most, so that values do not push each other about
)

// legend names the lines with their present values, in equal columns of at most
// most lines; the selected line is always among those that are named.
func (c *Chart) legend(t *theme.Theme, width, most int) []string {
	if len(c.Lines) == 0 {
		return nil
	}
	names, values := 0, 0
	for i := range c.Lines {
		names = max(names, ansi.StringWidth(c.Lines[i].Name))
		if c.Lines[i].Now != "" {
			values = max(values, ansi.StringWidth(c.Lines[i].Now), valueWidth)
		}
	}
	const key = 5 // glyph, blank, two cells of the line, blank
	names = min(names, max(width-key-values-1, 4))
	cell := key + names + 1 + values
	perLine := max(1, (width+legendGap)/(cell+legendGap))
	shown := c.named(perLine * most)
	var lines []string
	for i, n := range shown {
		if i%perLine == 0 {
			lines = append(lines, "")
		} else {
			lines[len(lines)-1] += strings.Repeat(" ", legendGap)
		}
		lines[len(lines)-1] += c.Lines[n].entry(t, names, values)
	}
	if hidden := len(c.Lines) - len(shown); hidden > 0 {
		lines[len(lines)-1] += t.Faint.Render(fmt.Sprintf("  … %d more", hidden))
	}
	return lines
}

// named are the lines that a legend with room for n entries names.
func (c *Chart) named(n int) []int {
	var shown []int
	for i := range c.Lines {
		if len(shown) < n {
			shown = append(shown, i)
		} else if c.Lines[i].Selected {
			shown[n-1] = i
		}
	}
	return shown
}

func (l *Line) entry(t *theme.Theme, names, values int) string {
	name := ansi.Truncate(l.Name, names, theme.Ellipsis)
	name += strings.Repeat(" ", names-ansi.StringWidth(name))
	value := ""
	if values > 0 {
		value = " " + numeral.Right(l.Now, values)
	}
	key := l.Look.Style.Render(l.Look.Key)
	if l.Selected {
		return t.Selected.Render(theme.SelectedGlyph) + " " + key + " " + t.Strong.Render(name+value)
	}
	return "  " + key + " " + name + value
}
