package run

import "regretscope/ui/screen/run/panel"

// Subject is what the focused panel is about, as a word that is explained: the
// view of the chart, the learner, what privacy costs, the channel of the arm.
func (s *Screen) Subject() string {
	if s.shown.shot == nil {
		return ""
	}
	view := &s.shown.shot.Views[s.learner]
	switch s.panels[s.focus].(type) {
	case *panel.Chart:
		return s.chart.Shown()
	case *panel.Privacy:
		return "worst event"
	case *panel.Reports:
		return view.Channels[max(s.arm, 0)].ID()
	}
	return view.Choice.ID
}
