package run

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit/outfile"
	"regretscope/ui/mode/host"
	"regretscope/ui/plot"
)

// saveChart writes the chart as a picture and as values, under a name that may be
// given, off the event loop.
func (s *Screen) saveChart(by outfile.Rights, name string) (tea.Cmd, error) {
	title, described := s.chart.Described()
	if described == nil || described.Round == 0 {
		return nil, fmt.Errorf("there is nothing to save yet: space runs, n plays one round")
	}
	if name == "" {
		name = plot.FileName(s.scenarioID(), title, fmt.Sprint(described.Round))
	}
	panel := plot.Panel{Title: s.scenario() + ": " + title, X: "round", Chart: described}
	return func() tea.Msg {
		paths, err := plot.SaveChart(by, name, panel)
		return host.SavedMsg{Paths: paths, Err: err}
	}, by.Check(name + ".svg")
}
