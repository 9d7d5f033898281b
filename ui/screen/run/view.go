package run

import (
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
	lines := kit.Block{s.header(s.notices())}
	if over != nil {
		lines = append(lines, over...)
	} else {
		lines = append(lines, s.board.draw(s.theme, s.body().Height, beside)...)
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

// notices are what modes have for the header.
func (s *Screen) notices() (text string) {
	for m := range mode.With[host.Noticer](s.modes) {
		if notice := m.Notice(); notice != "" {
			text += s.theme.Warn.Render(notice) + "   "
		}
	}
	return text
}
