package run

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"regretscope/ui/kit"
	"regretscope/ui/mode"
	"regretscope/ui/mode/host"
	"regretscope/ui/screen/run/layout"
)

// View draws the screen, or what was drawn last if nothing has changed.
func (s *Screen) View() string {
	if s.drawn == "" {
		s.drawn = s.draw().String()
	}
	return s.drawn
}

func (s *Screen) draw() kit.Block {
	if !s.places.Fits {
		text := kit.TooSmall("the run screen", layout.MinWidth, layout.MinHeight, s.width, s.height+1)
		return kit.Message(text, s.width, s.height, s.theme.Text)
	}
	beside := s.beside()
	var over kit.Block
	if beside == nil {
		over = s.modes.View(s.body())
	}
	if s.big && over == nil && beside == nil {
		return s.drawBig()
	}
	lines := kit.Block{s.header()}
	if over != nil {
		lines = append(lines, over...)
	} else {
		lines = append(lines, s.drawPanels()...)
	}
	if !s.places.Timeline.Empty() {
		lines = append(lines, s.timeline())
	}
	return append(lines, s.below()...)
}

// framing is how many lines lie around the panels: header, timeline and what modes have below it.
func (s *Screen) framing() int {
	return s.places.Header.Height + s.places.Timeline.Height + len(s.below())
}

// below are the lines that modes have below the panels.
func (s *Screen) below() (lines []string) {
	for m := range mode.With[host.Liner](s.modes) {
		room := max(min(s.height/4, s.height+1-layout.MinHeight)-len(lines), 0)
		lines = append(lines, m.Lines(s.width, room)...)
	}
	return lines
}

// inner is the room for text in a panel's frame.
func inner(r kit.Rect) kit.Rect {
	if r.Empty() {
		return kit.Rect{}
	}
	return kit.Rect{
		X: r.X + kit.FrameWidth/2, Y: r.Y + kit.FrameHeight/2,
		Width: r.Width - kit.FrameWidth, Height: r.Height - kit.FrameHeight,
	}
}

// beside is the mode that stands beside the chart; nil where none does.
func (s *Screen) beside() mode.Mode {
	if n, ok := s.modes.Top().(host.Neighbour); ok && n.Beside() {
		return s.modes.Top()
	}
	return nil
}

// body is the room of the panels.
func (s *Screen) body() kit.Rect {
	return kit.Rect{Y: s.places.Header.Height, Width: s.width, Height: s.height - s.framing()}
}

// drawPanels puts the visible panels together, line by line.
func (s *Screen) drawPanels() kit.Block {
	type part struct {
		place kit.Rect
		block kit.Block
	}
	var parts []part
	beside := s.beside()
	for i, place := range s.places.Panels {
		if place.Empty() {
			continue
		}
		if beside != nil && i == layout.Why {
			parts = append(parts, part{place, beside.View(place)})
			continue
		}
		p := s.panels[i]
		text := p.View() // first, because a title may tell how much of it is seen
		frame := kit.Frame{
			Title:  fmt.Sprintf("%d %s", i+1, p.Title()),
			Remark: p.Remark(), Focused: i == s.focus && beside == nil,
		}
		parts = append(parts, part{place, frame.Draw(s.theme, text, place.Width, place.Height)})
	}
	slices.SortFunc(parts, func(a, b part) int { return cmp.Compare(a.place.X, b.place.X) })
	lines := make(kit.Block, s.height-s.framing())
	for i := range lines {
		var b strings.Builder
		for _, p := range parts {
			if y := i + 1 - p.place.Y; y >= 0 && y < p.place.Height {
				b.WriteString(p.block[y])
			}
		}
		lines[i] = b.String()
	}
	return lines
}
