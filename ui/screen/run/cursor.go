package run

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// far is how many dots a cursor goes at once with a large step.
const far = 20

// pressCursor takes the keys that the chart's cursor has while it is there; ok is
// false for all others, which do what they always do.
func (s *Screen) pressCursor(msg tea.KeyMsg) (cmd tea.Cmd, ok bool) {
	k, c := &s.keys, s.chart
	switch {
	case c.Cursor() == 0:
		return nil, false
	case key.Matches(msg, k.CursorLeft):
		c.MoveCursor(-1)
	case key.Matches(msg, k.CursorRight):
		c.MoveCursor(+1)
	case key.Matches(msg, k.CursorFarLeft):
		c.MoveCursor(-far)
	case key.Matches(msg, k.CursorFarRight):
		c.MoveCursor(+far)
	case key.Matches(msg, k.CursorIn):
		c.Zoom(+1)
	case key.Matches(msg, k.CursorOut):
		c.Zoom(-1)
	case key.Matches(msg, k.CursorGo):
		round := c.Cursor()
		c.CloseCursor()
		return s.driver.Seek(round), true
	case key.Matches(msg, k.Leave), key.Matches(msg, k.Cursor):
		c.CloseCursor()
	default:
		return nil, false
	}
	return nil, true
}

// openCursor looks at a round of the chart.
func (s *Screen) openCursor() tea.Cmd {
	if s.places.Panels[0].Empty() {
		s.zoom, s.focus = false, 0
	}
	if !s.chart.OpenCursor() {
		return s.refuse("there is no round to look at yet: space runs, n plays one")
	}
	return nil
}

// look asks what happened in the round that the cursor is at, wherever it was
// moved.
func (s *Screen) look() tea.Cmd {
	round := s.chart.Cursor()
	if round == s.looked {
		return nil
	}
	s.looked = round
	return s.probe.Look(s.Config(), round)
}
