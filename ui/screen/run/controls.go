package run

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/model/choice"
	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/chart"
	"regretscope/ui/chart/curves"
	"regretscope/ui/kit"
	"regretscope/ui/plot"
	"regretscope/ui/screen/run/drive"
)

const timing = "Time"

// A phase is what the run does; in each, the key bar begins with other commands.
type phase uint

const (
	beginning phase = 1 << iota
	running
	between
	ended
)

func phaseOf(s drive.State) phase {
	switch {
	case s.Running:
		return running
	case s.Done:
		return ended
	case s.Round == 0:
		return beginning
	}
	return between
}

// during gives a command a place in the key bar during some phases.
func during(run *Screen, phases phase, position int) func() int {
	return func() int {
		if phaseOf(run.State())&phases == 0 {
			return 0
		}
		return position
	}
}

func (s *Screen) noNext() string     { return s.State().NoNext() }
func (s *Screen) noPrevious() string { return s.State().NoPrevious() }

// controls declare the commands that play rounds, and those of the chart.
type controls struct{ run *Screen }

func (t controls) timeTable() []kit.Command {
	return kit.InGroup(timing, []kit.Command{
		{
			Name: "run", Aliases: []string{"run", "pause"}, Key: "space", Short: "run", Help: "play rounds at the chosen speed",
			Bar: during(t.run, beginning|running|between, 1), When: t.run.noNext, Act: kit.Run(func() tea.Cmd { return t.run.driver.Toggle() }),
			Now: func(c *kit.Command) {
				if now := t.run.State(); now.Running || now.Search != "" {
					c.Name, c.Short, c.Help, c.Refusal = "pause", "pause", "stay at this round", ""
				}
			},
		},
		{
			Name: "step", Argument: "[ROUNDS]", Key: "n →", Short: "step", Help: "rounds forward (default: one)", Class: kit.InGame,
			Bar: during(t.run, beginning|between, 2), When: t.run.noNext, Act: kit.With(t.step("step", +1)),
		},
		{
			Name: "back", Argument: "[ROUNDS]", Key: "b ←", Short: "back", Help: "rounds back (default: one)", Class: kit.InGame,
			Bar: during(t.run, between|ended, 3), When: t.run.noPrevious, Act: kit.With(t.step("back", -1)),
		},
		{
			Name: "faster", Key: "+", Also: "=", Short: "speed", Help: "more rounds per second",
			Bar: during(t.run, beginning|running, 7), Act: kit.Try(t.pace(+1, "this is the fastest")),
		},
		{
			Name: "slower", Key: "-", Also: "_", Short: "speed", Help: "fewer rounds per second",
			Bar: during(t.run, beginning|running, 8), Act: kit.Try(t.pace(-1, "one round per second is the slowest; n plays single rounds")),
		},
		{
			Name: "restart", Short: "restart", Help: "start again with the same seed",
			Act: kit.Run(func() tea.Cmd { return t.run.driver.Restart(t.run.State().Config) }),
		},
		{
			Name: "next-seed", Key: "s", Short: "next seed", Help: "the next seed, at this round; u takes it back",
			Bar: during(t.run, ended, 9), Act: kit.Run(func() tea.Cmd { return t.reseed(t.run.State().Config.Seed + 1) }),
		},
		{Name: "seed", Argument: "N", Help: "another seed, at this round; u takes it back", Act: kit.With(t.seed)},
	})
}

// pace returns the function of a command that changes the speed, unless that is at its end.
func (t controls) pace(steps int, end string) func(string) error {
	return func(string) error {
		if !t.run.driver.Faster(steps) {
			return errors.New(end)
		}
		return nil
	}
}

// step returns the function of a command that moves by a number of rounds.
func (t controls) step(name string, sign int) func(string) (tea.Cmd, error) {
	return func(text string) (tea.Cmd, error) {
		n, most := 1., t.run.State().Config.Horizon
		if text != "" {
			var err error
			if n, err = number.Parse(text); err != nil || n != math.Trunc(n) || n < 1 || n > float64(most) {
				return nil, fmt.Errorf("%s %s: must be a whole number from 1 to %s", name, text, number.Count(most))
			}
		}
		return t.run.driver.Step(sign * int(n)), nil
	}
}

func (t controls) seed(text string) (tea.Cmd, error) {
	next := *t.run.State().Config
	if err := choice.Set(&next, "seed", text); err != nil {
		return nil, err
	}
	return t.reseed(next.Seed), nil
}

const mostReplayed = 1e7 // rounds, of all learners together, that a new seed plays at once

// reseed starts again with another seed, and plays to the present round.
func (t controls) reseed(seed uint64) tea.Cmd {
	next, round := *t.run.State().Config, t.run.State().Round
	next.Seed = seed
	switch name := fmt.Sprintf("seed %d", seed); {
	case round == 0:
	case float64(round)*float64(len(next.Learners)) > mostReplayed:
		t.run.Say(fmt.Sprintf("%s begins again: to round %s, all learners together play more than %s rounds", name, number.Count(round),
			number.Count(mostReplayed)))
		round = 0
	default:
		t.run.Say(fmt.Sprintf("%s, at round %s as before; u goes back", name, number.Count(round)))
	}
	return t.run.driver.RestartAt(&next, round)
}

const drawing = "Chart"

func (t controls) chartTable() []kit.Command {
	return kit.InGroup(drawing, []kit.Command{
		{
			Name: "view", Argument: "[NAME]", Key: "v", Short: "view", Help: "next view of the chart", Class: kit.InGame,
			Bar: kit.At(10), When: t.noChart, Act: kit.Try(func(name string) error { return t.run.chart.Show(name) }),
			Check: kit.Finds(curves.Find),
		},
		{
			Name: "previous-view", Help: "the view of the chart before this one", Class: kit.InGame,
			When: t.noChart, Act: kit.Do(func() { t.run.chart.Cycle(-1) }),
		},
		{
			Name: "overlay", Key: "o", Short: "overlay", Help: "next overlay: exact expectation, bounds, rates",
			Bar: during(t.run, running|between, 14), When: t.noChart, Act: kit.Try(func(string) error { return t.run.chart.CycleOverlay() }),
		},
		{
			Name: "log-rounds", Key: "l", Short: "log", Help: "rounds on a linear or logarithmic axis", Class: kit.InGame,
			When: t.noChart, Act: kit.Do(func() { t.run.chart.ToggleLog() }),
		},
		{
			Name: "log-values", Help: "values on a linear or logarithmic axis", Class: kit.AfterGame,
			When: t.noChart, Act: kit.Do(func() { t.run.chart.ToggleLogValues() }),
		},
		{
			Name: "save-chart", Argument: "[NAME]", Help: "save a picture of the chart (SVG) and its values (CSV)", Class: kit.AfterGame,
			When: func() string {
				return kit.TextUnless(t.run.shown.Shot.Round > 0, "nothing to save yet: space runs, n plays one round")
			},
			Act: kit.Write(t.saveChart),
		},
		{
			Name: "charset", Help: "lines of braille dots, line drawing, ASCII or blocks", Class: kit.AfterGame,
			Act: kit.Do(func() { t.run.Say(fmt.Sprintf("lines are drawn with: %s", t.run.chart.NextCharset())) }),
		},
	})
}

// noChart returns why nothing about the chart can change; empty if it is visible.
func (t controls) noChart() string {
	seen := t.run.panels.show != onePanel || t.run.panels.at == chartPanel || t.run.BackRow.On()
	return kit.TextUnless(seen, "the chart is hidden: z shows all panels, 1 the chart")
}

func (t controls) saveChart(name string) (tea.Cmd, error) {
	title, described := t.run.chart.Described()
	name = cmp.Or(name, param.Hyphened(t.run.Focus.scenarioID(), title, fmt.Sprint(int(described.End))))
	described.Title = t.run.Focus.scenario() + ": " + title
	c := t.run.shown.Config
	if slices.ContainsFunc(described.Lines, func(l chart.Line) bool {
		return l.Series >= 0 && l.Series < len(c.Learners) && strings.HasPrefix(l.Name, c.Learners[l.Series].Label())
	}) { // not of arms
		plot.AssignStyles([]*chart.Chart{described}, param.Map(c.Learners, learners.Spec.String))
	}
	made := trials.MadeBy(t.run.CommandLine(c), trials.DesignOf(c))
	return t.run.Save(func() ([]string, error) { return plot.SaveChart(name, described, made) }), nil
}

// Commands returns the available commands, the most important first.
func (s *Screen) Commands() []kit.Command {
	if s.shown.Shot == nil { // the run has not started
		return nil
	}
	return s.List(s, func() []kit.Command {
		list := s.modes.Commands(kit.Offered(s.commands))
		if s.modes.Top() == nil {
			list = kit.ForBar(list)
		}
		return list
	})
}

// table declares the commands of a screen without its modes.
func table(run *Screen) []kit.Command {
	return slices.Concat(controls{run}.timeTable(), controls{run}.chartTable(), run.panels.table())
}

// Declared returns all commands of the screen and its modes, as they are declared.
func Declared() []kit.Command {
	s := &Screen{}
	s.panels, s.Focus, s.BackRow = &panels{run: s}, &Focus{}, &BackRow{run: s}
	return slices.Concat(table(s), (&events{run: s}).table(), (&prompt{run: s}).table(), (&cursor{run: s}).table(),
		(&whatIf{run: s}).table(), (&warnings{run: s}).table(), (&you{run: s}).table())
}

// End updates the screen after a command.
func (s *Screen) End(cmd tea.Cmd, err error) (tea.Cmd, error) {
	cmd, err = s.Base.End(cmd, err)
	return s.refresh(cmd), err
}

// Typing reports whether keys are typed into a mode.
func (s *Screen) Typing() bool { return s.modes.Typing() }

// leave undoes one thing: a search, what is open over the screen, the selected arm, the zoom, or
// panels in place of the view for the back row.
func (s *Screen) leave() tea.Cmd {
	if s.State().Search != "" {
		return s.driver.Interrupt()
	}
	if top := s.modes.Top(); top != nil {
		return top.Close()
	}
	if s.panels.show == allPanels && s.Focus.arm >= 0 {
		s.Focus.arm = -1
		return nil
	}
	s.panels.show = allPanels
	s.BackRow.reopen()
	return nil
}

func (s *Screen) mouse(msg tea.MouseMsg) tea.Cmd {
	over := s.body()
	switch {
	case s.shown.Shot == nil, over.Empty():
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
	if t := s.layout.Timeline; kit.Clicked(msg) && t.Contains(msg.X, msg.Y) {
		return s.driver.Seek(roundAt(msg.X-t.X, t.Width, s.State().Config.Horizon))
	}
	s.panels.mouse(msg)
	return nil
}
