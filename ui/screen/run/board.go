package run

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"regretscope/ui/kit"
	"regretscope/ui/screen/run/panel"
)

// Chart returns the chart's panel.
func (s *Screen) Chart() *panel.Chart { return s.chart }

// ShowPanel makes a panel visible, by its number from 0.
func (s *Screen) ShowPanel(number int) {
	if s.places.Panels[number].Empty() {
		s.show, s.focus = allPanels, number
	}
}

// turnPanel moves the focus among n panels. If the chart is always visible, it moves among the
// others.
func (s *Screen) turnPanel(by, n int) {
	if s.places.Grid || s.show == onePanel {
		s.focus = (s.focus + by + n) % n
		return
	}
	s.focus = (max(s.focus, 1)-1+by+n-1)%(n-1) + 1
}

// zoom shows one panel, the chart and why, or all panels; without an argument it toggles
// between one and all.
func (s *Screen) zoom(which string) error {
	sets := map[string]panelSet{"": onePanel, "one": onePanel, "why": chartAndWhy, "all": allPanels}
	set, ok := sets[which]
	switch {
	case !ok:
		return fmt.Errorf("zoom %s: must be one, why or all", which)
	case set == chartAndWhy:
		s.focus = 0
	case which == "" && s.show != allPanels:
		set = allPanels
	}
	s.show = set
	return nil
}

// drawPanels combines the visible panels line by line.
func (s *Screen) drawPanels(height int) kit.Block {
	type part struct {
		place kit.Rect
		block kit.Block
	}
	var parts []part
	for i, place := range s.places.Panels {
		if place.Empty() {
			continue
		}
		p := s.panels[i]
		lines := p.View() // first: drawing determines the title
		frame := kit.Frame{
			Title:  fmt.Sprintf("%d %s", i+1, p.Title()),
			Remark: p.Remark(), Focused: i == s.focus,
		}
		parts = append(parts, part{place, frame.Draw(s.theme, lines, place.Width, place.Height)})
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

// numbered returns the commands that focus one of n panels.
func (s *Screen) numbered(n int) []kit.Command {
	list := make([]kit.Command, len(s.panels))
	for i := range list {
		number := strconv.Itoa(i + 1)
		list[i] = kit.Command{
			Name: "panel-" + number, Key: number, Help: "go to panel " + number,
			Do: func() { s.focus = i },
		}
		if i >= n {
			list[i].Refusal = fmt.Sprintf("there are %d panels here; the fifth is there for local privacy", n)
		}
	}
	return list
}
