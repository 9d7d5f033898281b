package run

import (
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/mode"
	"regretscope/ui/mode/host"
	"regretscope/ui/screen/run/layout"
	"regretscope/ui/screen/run/panel"
)

const page = 10 // lines

// leave takes back, one after the other: a search, what a mode has, the zoom, the chosen arm.
func (s *Screen) leave() tea.Cmd {
	if s.driver.Search() != "" {
		return s.driver.Interrupt()
	}
	for m := range mode.With[host.Leaver](s.modes) {
		if m.Leave() {
			return nil
		}
	}
	switch {
	case s.show != layout.All:
		s.show = layout.All
	default:
		s.arm = -1
	}
	return nil
}

// Pause pauses the run, before another screen is shown.
func (s *Screen) Pause() tea.Cmd {
	if s.driver.Running() {
		return s.driver.Toggle()
	}
	return nil
}

// Subject is what the focused panel is about, as a word that is explained: the
// view of the chart, the learner, what privacy costs, the channel of the arm.
func (s *Screen) Subject() string {
	if s.shown.shot == nil {
		return ""
	}
	view := s.focused()
	switch p := s.panels[s.focus].(type) {
	case *panel.Chart:
		return s.chart.Shown()
	case *panel.Privacy:
		return p.Subject()
	case *panel.Reports:
		return view.Channels[max(s.arm, 0)].ID()
	}
	return view.Spec.ID
}
