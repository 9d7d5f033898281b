package run

import (
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
	verb, refusal := "run", end
	if d.Running() || d.Search() != "" {
		verb, refusal = "pause", ""
	}
	return []kit.Command{
		{
			Name: verb, Aliases: []string{"run", "pause"}, Key: "space", Short: verb, Help: verb,
			Group: timing, Refusal: refusal, Run: d.Toggle,
		},
		{
			Name: "step", Argument: "[ROUNDS]", Key: "n →", Short: "step",
			Help: "rounds forwards, one if not said", Group: timing, Refusal: end, With: c.step("step", +1),
		},
		{
			Name: "back", Argument: "[ROUNDS]", Key: "b ←", Short: "back",
			Help: "rounds backwards, one if not said", Group: timing, Refusal: beginning,
			With: c.step("back", -1),
		},
		{
			Name: "faster", Key: "+", Also: "=", Short: "speed", Help: "faster", Group: timing,
			Try: c.pace(+1, "this is as fast as this machine can"),
		},
		{
			Name: "slower", Key: "-", Also: "_", Short: "speed", Help: "slower", Group: timing,
			Try: c.pace(-1, "one round a second is the slowest; n goes step by step"),
		},
		{
			Name: "restart", Short: "restart", Help: "start again with the same seed", Group: timing,
			Run: func() tea.Cmd { return c.run.Driver().Restart(c.run.Config()) },
		},
		{
			Name: "next-seed", Key: "s", Short: "next seed", Help: "start again with the next seed",
			Group: timing, Run: func() tea.Cmd { return c.reseed(c.run.Config().Seed + 1) },
		},
		{Name: "seed", Argument: "N", Help: "start again with a seed", Group: timing, With: c.seed},
	}
}

// step goes on by some rounds, in a direction.
func (c controls) step(name string, sign int) func(string) (tea.Cmd, error) {
	return func(text string) (tea.Cmd, error) {
		n := 1
		if text != "" {
			var err error
			if n, err = rounds(text, c.run.Config().Horizon); err != nil {
				return nil, fmt.Errorf("%s %w", name, err)
			}
		}
		return c.run.Driver().Step(sign * n), nil
	}
}

// pace goes up or down the paces there are, of which there is an end.
func (c controls) pace(rungs int, end string) func(string) error {
	return func(string) error {
		if !c.run.Driver().Faster(rungs) {
			return errors.New(end)
		}
		return nil
	}
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
		{
			Name: "view", Argument: "[NAME]", Key: "v", Short: "view", Help: "next view of the chart",
			Group: drawing, Try: c.toView,
		},
		{Name: "previous-view", Help: "previous view of the chart", Group: drawing, Do: func() { chart.Cycle(-1) }},
		{
			Name: "overlay", Key: "o", Short: "overlay",
			Help: "next overlay: exact expectation, bounds, rates", Group: drawing,
			Try: c.nextOverlay,
		},
		{
			Name: "log-rounds", Key: "l", Short: "log", Help: "rounds on a linear or logarithmic axis",
			Group: drawing, Do: chart.ToggleLog,
		},
		{
			Name: "log-values", Help: "values on a linear or logarithmic axis", Group: drawing,
			Do: chart.ToggleLogValues,
		},
		{
			Name: "save-chart", Argument: "[NAME]", Help: "save the chart as SVG and its values as CSV",
			Group: drawing, Write: c.saveChart,
		},
		{Name: "hold", Help: "hold the chart still while the run goes on", Group: drawing, Do: chart.ToggleHold},
		{
			Name: "charset", Help: "lines of braille dots, line drawing, ASCII or blocks", Group: drawing,
			Do: func() { c.run.Say(fmt.Sprintf("lines are drawn with: %s", chart.NextCharset())) },
		},
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

func (c charting) nextOverlay(string) error {
	if c.run.Chart().CycleOverlay() {
		return nil
	}
	return c.noOverlay()
}

func (c charting) noOverlay() error {
	return fmt.Errorf("nothing is known to lay over this view for %s", c.run.focused().Spec.Label())
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
