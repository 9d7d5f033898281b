package run

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/noise/declare"
	"regretscope/ui/kit"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/mode/runmode"
	"regretscope/ui/plot"
)

// controls play the run: forwards and backwards, at a speed, again, and with another seed.
type controls struct{ run runmode.Run }

const timing = "Time"

func (c controls) commands() []kit.Command {
	d := c.run.Driver()
	beginning, end := d.NoPrevious(), d.NoNext()
	running, paused := end, cmp.Or(end, "the run is paused")
	if d.Running() || d.Search() != "" {
		running, paused = "the run is running", ""
	}
	return []kit.Command{
		kit.Refusing(running, kit.Keyed(timing, "run", "run", "space", "run", kit.CallCmd(d.Toggle), " ")),
		kit.Refusing(paused, kit.Keyed(timing, "pause", "pause", "space", "pause", kit.CallCmd(d.Toggle), " ")),
		kit.Refusing(end, kit.Taking("[ROUNDS]", kit.Keyed(timing, "step", "step", "n →", "rounds forwards, one if not said", c.step("step", +1), "n", "right"))),
		kit.Refusing(beginning, kit.Taking("[ROUNDS]", kit.Keyed(timing, "back", "back", "b ←", "rounds backwards, one if not said", c.step("back", -1), "b", "left"))),
		kit.Keyed(timing, "faster", "speed", "+", "faster", c.pace(+1, "this is as fast as this machine can"), "+", "="),
		kit.Keyed(timing, "slower", "speed", "-", "slower", c.pace(-1, "one round a second is the slowest; n goes step by step"), "-", "_"),
		kit.Once("r", kit.Keyed(timing, "restart", "restart", "", "start again with the same seed", kit.CallCmd(func() tea.Cmd { return c.run.Driver().Restart(c.run.Config()) }))),
		kit.Keyed(timing, "next-seed", "next seed", "s", "start again with the next seed", kit.CallCmd(func() tea.Cmd { return c.reseed(c.run.Config().Seed + 1) }), "s"),
		kit.Taking("N", kit.Keyed(timing, "seed", "", "", "start again with a seed", kit.Look(c.seed))),
	}
}

// step goes on by some rounds, in a direction.
func (c controls) step(name string, sign int) kit.Action {
	return kit.Look(func(text string) (tea.Cmd, error) {
		n := 1
		if text != "" {
			var err error
			if n, err = rounds(text, c.run.Config().Horizon); err != nil {
				return nil, fmt.Errorf("%s %w", name, err)
			}
		}
		return c.run.Driver().Step(sign * n), nil
	})
}

// pace goes up or down the paces there are, of which there is an end.
func (c controls) pace(rungs int, end string) kit.Action {
	return kit.CallErr(func() error {
		if !c.run.Driver().Faster(rungs) {
			return errors.New(end)
		}
		return nil
	})
}

func (c controls) seed(text string) (tea.Cmd, error) {
	seed, err := learners.ParseSeed(text)
	if err != nil {
		return nil, fmt.Errorf("seed %s: %w", text, err)
	}
	return c.reseed(seed), nil
}

func (c controls) reseed(seed uint64) tea.Cmd {
	next := *c.run.Config()
	next.Seed = seed
	return c.run.Driver().Restart(&next)
}

func rounds(text string, most int) (int, error) {
	x, err := declare.ParseNumber(text)
	if err != nil || x != math.Trunc(x) || x < 1 || x > float64(most) {
		return 0, fmt.Errorf("%s: must be a whole number from 1 to %s", text, kit.Count(most))
	}
	return int(x), nil
}

type charting struct{ run *Screen }

const drawing = "Chart"

func (c charting) commands() []kit.Command {
	chart := c.run.chart
	return []kit.Command{
		kit.Taking("[NAME]", kit.Keyed(drawing, "view", "view", "v", "next view of the chart", kit.CallWith(c.toView), "v")),
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
func (c charting) toView(name string) error {
	if name != "" {
		return c.run.chart.Show(name)
	}
	c.run.chart.Cycle(+1)
	return nil
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
		name = declare.Hyphened(c.run.scenarioID(), title, fmt.Sprint(int(described.End)))
	}
	described.Title = c.run.scenario() + ": " + title
	return func() tea.Msg {
		paths, err := plot.SaveChart(by, name, described)
		return runmode.SavedMsg{Paths: paths, Err: err}
	}, by.Check(name + ".svg")
}
