package run

import (
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/screen/run/layout"
)

// mouse takes clicks and the wheel, where the program asked for them.
func (s *Screen) mouse(msg tea.MouseMsg) tea.Cmd {
	over := s.body()
	if s.beside() != nil {
		over = s.places.Panels[layout.Why]
	}
	switch {
	case s.shown.shot == nil, over.Empty():
		return nil
	case s.modes.View(over) != nil:
		if !over.Contains(msg.X, msg.Y) {
			return nil
		}
		msg.X, msg.Y = msg.X-over.X, msg.Y-over.Y
		return s.modes.Update(msg)
	case s.modes.Typing():
		return nil
	}
	if t := s.places.Timeline; msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress && t.Contains(msg.X, msg.Y) {
		return s.driver.Seek(roundAt(msg.X-t.X, t.Width, s.Config().Horizon))
	}
	for i, place := range s.places.Panels {
		if !place.Contains(msg.X, msg.Y) {
			continue
		}
		inside := inner(place)
		switch {
		case msg.Button == tea.MouseButtonWheelUp:
			return s.panels[i].Scroll(-1)
		case msg.Button == tea.MouseButtonWheelDown:
			return s.panels[i].Scroll(+1)
		case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress:
			s.focus = i
			return s.panels[i].Click(msg.X-inside.X, msg.Y-inside.Y)
		}
	}
	return nil
}
