package chart

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
)

const (
	legendGap  = 2
	valueWidth = 7 // wide enough for most, so that values do not push each other about
)

// legend names the lines with their present values, in equal columns of at most
// most lines; the selected line is always among those that are named.
func (c *Chart) legend(t *theme.Theme, width, most int) []string {
	all := c.named()
	if len(all) == 0 {
		return nil
	}
	names, values := 0, 0
	for _, i := range all {
		names = max(names, ansi.StringWidth(c.Lines[i].Name))
		if c.Lines[i].Now != "" {
			values = max(values, ansi.StringWidth(c.Lines[i].Now), valueWidth)
		}
	}
	const key = 5 // glyph, blank, two cells of the line, blank
	names = min(names, max(width-key-values-1, 4))
	cell := key + names + 1 + values
	perLine := max(1, (width+legendGap)/(cell+legendGap))
	shown := c.fitting(all, perLine*most)
	var lines []string
	for i, n := range shown {
		if i%perLine == 0 {
			lines = append(lines, "")
		} else {
			lines[len(lines)-1] += strings.Repeat(" ", legendGap)
		}
		lines[len(lines)-1] += c.Lines[n].entry(t, names, values)
	}
	if hidden := len(all) - len(shown); hidden > 0 {
		lines[len(lines)-1] += t.Faint.Render(fmt.Sprintf("  … %d more", hidden))
	}
	return lines
}

// named are the lines that have a name.
func (c *Chart) named() []int {
	var named []int
	for i := range c.Lines {
		if c.Lines[i].Name != "" {
			named = append(named, i)
		}
	}
	return named
}

// fitting are the first n of the lines, the selected one in any case.
func (c *Chart) fitting(lines []int, n int) []int {
	if len(lines) <= n {
		return lines
	}
	shown := slices.Clone(lines[:n])
	for _, i := range lines[n:] {
		if c.Lines[i].Selected {
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
		value = " " + kit.Right(l.Now, values)
	}
	key := l.Look.Style.Render(l.Look.Key)
	if l.Selected {
		return t.Selected.Render(theme.SelectedGlyph) + " " + key + " " + t.Strong.Render(name+value)
	}
	return "  " + key + " " + name + value
}
