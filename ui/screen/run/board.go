package run

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"regretscope/ui/kit"
	"regretscope/ui/kit/theme"
	"regretscope/ui/screen/run/layout"
	"regretscope/ui/screen/run/panel"
)

// A board has the panels, and knows which of them are seen where.
type board struct {
	chart  *panel.Chart
	arms   *panel.Arms
	panels []panel.Panel // the chart first; the last one is for local privacy alone
	places layout.Screen
	focus  int        // the panel that scrolls
	show   layout.Set // which panels are shown, while the focus is on one of them
}

// Chart is the panel with curves.
func (b *board) Chart() *panel.Chart { return b.chart }

// ShowPanel makes sure that a panel is seen, by its number from 0.
func (b *board) ShowPanel(number int) {
	if b.places.Panels[number].Empty() {
		b.show, b.focus = layout.All, number
	}
}

// turnPanel goes to another one of n panels. Where the chart is seen in any case, the others are
// walked through.
func (b *board) turnPanel(by, n int) {
	if b.places.Grid || b.show == layout.One {
		b.focus = (b.focus + by + n) % n
		return
	}
	b.focus = (max(b.focus, 1)-1+by+n-1)%(n-1) + 1
}

// zoom shows one panel, the chart and why, or all; without a word one panel or all again.
func (b *board) zoom(which string) error {
	sets := map[string]layout.Set{"": layout.One, "one": layout.One, "why": layout.ChartAndWhy, "all": layout.All}
	set, ok := sets[which]
	switch {
	case !ok:
		return fmt.Errorf("zoom %s: must be one, why or all", which)
	case set == layout.ChartAndWhy:
		b.focus = 0
	case which == "" && b.show != layout.All:
		set = layout.All
	}
	b.show = set
	return nil
}

// draw puts the visible panels together, line by line.
func (b *board) draw(t *theme.Theme, height int) kit.Block {
	type part struct {
		place kit.Rect
		block kit.Block
	}
	var parts []part
	for i, place := range b.places.Panels {
		if place.Empty() {
			continue
		}
		p := b.panels[i]
		lines := p.View() // first, because a title may tell how much of it is seen
		frame := kit.Frame{
			Title:  fmt.Sprintf("%d %s", i+1, p.Title()),
			Remark: p.Remark(), Focused: i == b.focus,
		}
		parts = append(parts, part{place, frame.Draw(t, lines, place.Width, place.Height)})
	}
	slices.SortFunc(parts, func(a, b part) int { return cmp.Compare(a.place.X, b.place.X) })
	lines := make(kit.Block, height)
	for i := range lines {
		var text strings.Builder
		for _, p := range parts {
			if y := i + 1 - p.place.Y; y >= 0 && y < p.place.Height {
				text.WriteString(p.block[y])
			}
		}
		lines[i] = text.String()
	}
	return lines
}

// numbered are the commands that go to one of n panels.
func (b *board) numbered(n int) []kit.Command {
	list := make([]kit.Command, len(b.panels))
	for i := range list {
		number := strconv.Itoa(i + 1)
		list[i] = kit.Command{
			Name: "panel-" + number, Key: number, Help: "go to panel " + number, Group: looking,
			Do: func() { b.focus = i },
		}
		if i >= n {
			list[i].Refusal = fmt.Sprintf("there are %d panels here; the fifth is there for local privacy", n)
		}
	}
	return list
}
