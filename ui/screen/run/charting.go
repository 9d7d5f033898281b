package run

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/mode/host"
	"regretscope/ui/plot"
)

type charting struct{ run *Screen }

const drawing = "Chart"

func (c charting) commands() []kit.Command {
	chart := c.run.chart
	return []kit.Command{
		kit.Taking("[NAME]", kit.Keyed(drawing, "view", "view", "v", "next view of the chart", kit.Look(c.toView), "v")),
		kit.Once("V", kit.Keyed(drawing, "previous-view", "", "", "previous view of the chart", kit.Call(func() { chart.Cycle(-1) }))),
		kit.Keyed(drawing, "overlay", "overlay", "o", "next overlay: exact expectation, bounds, rates, replications", kit.CallErr(c.nextOverlay), "o"),
		kit.Keyed(drawing, "log-rounds", "log", "l", "rounds on a linear or logarithmic axis", kit.Call(chart.ToggleLog), "l"),
		kit.Once("L", kit.Keyed(drawing, "log-values", "", "", "values on a linear or logarithmic axis", kit.Call(chart.ToggleLogValues))),
		kit.Once("S", kit.Taking("[NAME]", kit.Keyed(drawing, "save-chart", "", "", "save the chart as SVG and its values as CSV", kit.Write(c.saveChart)))),
		kit.Once("H", kit.Keyed(drawing, "hold", "", "", "hold the chart still while the run goes on", kit.Call(chart.ToggleHold))),
		kit.Once("C", kit.Keyed(drawing, "charset", "", "", "lines of braille dots, line drawing, ASCII or blocks",
			kit.Call(func() { c.run.Say(fmt.Sprintf("lines are drawn with: %s", chart.NextCharset())) }))),
	}
}

// toView goes to the view with a name; without one to the next.
func (c charting) toView(name string) (tea.Cmd, error) {
	if name != "" {
		return nil, c.run.Chart().Show(name)
	}
	c.run.Chart().Cycle(+1)
	return nil, nil
}

func (c charting) nextOverlay() error {
	if c.run.Chart().CycleOverlay() {
		return nil
	}
	return c.noOverlay()
}

func (c charting) noOverlay() error {
	return fmt.Errorf("nothing is known to lay over this view for %s; x plays replications", c.run.focused().Spec.Label())
}

// saveChart writes the chart as a picture and as values, under a name that may be
// given, off the event loop.
func (c charting) saveChart(by outfile.Rights, name string) (tea.Cmd, error) {
	title, described := c.run.Chart().Described()
	if described == nil || described.End == 0 {
		return nil, fmt.Errorf("there is nothing to save yet: space runs, n plays one round")
	}
	if name == "" {
		name = plot.FileName(c.run.scenarioID(), title, fmt.Sprint(int(described.End)))
	}
	described.Title = c.run.scenario() + ": " + title
	return func() tea.Msg {
		paths, err := plot.SaveChart(by, name, described)
		return host.SavedMsg{Paths: paths, Err: err}
	}, by.Check(name + ".svg")
}
