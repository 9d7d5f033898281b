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
	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/chart"
	"regretscope/ui/kit"
	"regretscope/ui/plot"
)

const timing = "Time"

func (s *Screen) timeCommands() []kit.Command {
	d := s.driver
	beginning, end := d.NoPrevious(), d.NoNext()
	verb, does, refusal := "run", "play rounds at the chosen speed", end
	if d.Running() || d.Search() != "" {
		verb, does, refusal = "pause", "stay at this round", ""
	}
	pace := func(rungs int, end string) func(string) error {
		return func(string) error {
			if !d.Faster(rungs) {
				return errors.New(end)
			}
			return nil
		}
	}
	return kit.InGroup(timing, []kit.Command{
		{
			Name: verb, Aliases: []string{"run", "pause"}, Key: "space", Short: verb, Help: does, Refusal: refusal,
			Act: kit.Run(d.Toggle),
		},
		{
			Name: "step", Argument: "[ROUNDS]", Key: "n →", Short: "step", Help: "rounds forward (default: one)", Refusal: end,
			Act: kit.With(s.step("step", +1)),
		},
		{
			Name: "back", Argument: "[ROUNDS]", Key: "b ←", Short: "back", Help: "rounds back (default: one)",
			Refusal: beginning, Act: kit.With(s.step("back", -1)),
		},
		{Name: "faster", Key: "+", Also: "=", Short: "speed", Help: "more rounds per second", Act: kit.Try(pace(+1, "this is the fastest"))},
		{
			Name: "slower", Key: "-", Also: "_", Short: "speed", Help: "fewer rounds per second",
			Act: kit.Try(pace(-1, "one round per second is the slowest; n plays single rounds")),
		},
		{
			Name: "restart", Short: "restart", Help: "start again with the same seed",
			Act: kit.Run(func() tea.Cmd { return s.driver.Restart(s.Config()) }),
		},
		{
			Name: "next-seed", Key: "s", Short: "next seed", Help: "the next seed, at this round; u takes it back",
			Act: kit.Run(func() tea.Cmd { return s.reseed(s.Config().Seed + 1) }),
		},
		{Name: "seed", Argument: "N", Help: "another seed, at this round; u takes it back", Act: kit.With(s.seed)},
	})
}

// step returns the function of a command that moves by a number of rounds.
func (s *Screen) step(name string, sign int) func(string) (tea.Cmd, error) {
	return func(text string) (tea.Cmd, error) {
		n, most := 1., s.Config().Horizon
		if text != "" {
			var err error
			if n, err = number.Parse(text); err != nil || n != math.Trunc(n) || n < 1 || n > float64(most) {
				return nil, fmt.Errorf("%s %s: must be a whole number from 1 to %s", name, text, number.Count(most))
			}
		}
		return s.driver.Step(sign * int(n)), nil
	}
}

func (s *Screen) seed(text string) (tea.Cmd, error) {
	seed, err := learners.ParseSeed(text)
	if err != nil {
		return nil, fmt.Errorf("seed %s: %w", text, err)
	}
	return s.reseed(seed), nil
}

const mostReplayed = 1e7 // rounds, of all learners together, that a new seed plays at once

// reseed starts again with another seed, and plays to the present round.
func (s *Screen) reseed(seed uint64) tea.Cmd {
	next, round := *s.Config(), s.driver.Round()
	next.Seed = seed
	switch said := fmt.Sprintf("seed %d", seed); {
	case round == 0:
	case float64(round)*float64(len(next.Learners)) > mostReplayed:
		s.Say(fmt.Sprintf("%s begins again: to round %s, all learners together play more than %s rounds", said, number.Count(round),
			number.Count(mostReplayed)))
		round = 0
	default:
		s.Say(fmt.Sprintf("%s, at round %s as before; u goes back", said, number.Count(round)))
	}
	return s.driver.RestartAt(&next, round)
}

const drawing = "Chart"

func (s *Screen) chartCommands() []kit.Command {
	chart := s.chart
	unplayed := kit.TextUnless(s.shown.shot.Round > 0, "nothing to save yet: space runs, n plays one round")
	seen := s.panels.show != onePanel || s.panels.at == chartPanel || s.BackRow.On()
	changes := []kit.Command{
		{Name: "view", Argument: "[NAME]", Key: "v", Short: "view", Help: "next view of the chart", Act: kit.Try(chart.Show)},
		{Name: "previous-view", Help: "the view of the chart before this one", Act: kit.Do(func() { chart.Cycle(-1) })},
		{
			Name: "overlay", Key: "o", Short: "overlay", Help: "next overlay: exact expectation, bounds, rates",
			Act: kit.Try(func(string) error {
				if chart.CycleOverlay() {
					return nil
				}
				return s.noOverlay()
			}),
		},
		{Name: "log-rounds", Key: "l", Short: "log", Help: "rounds on a linear or logarithmic axis", Act: kit.Do(chart.ToggleLog)},
		{Name: "log-values", Help: "values on a linear or logarithmic axis", Act: kit.Do(chart.ToggleLogValues)},
	}
	for i := range changes {
		changes[i].Refusal = kit.TextUnless(seen, "the chart is hidden: z shows all panels, 1 the chart")
	}
	return kit.InGroup(drawing, append(
		changes,
		kit.Command{
			Name: "save-chart", Argument: "[NAME]", Help: "save a picture of the chart (SVG) and its values (CSV)", Refusal: unplayed,
			Act: kit.Write(s.saveChart),
		},
		kit.Command{
			Name: "charset", Help: "lines of braille dots, line drawing, ASCII or blocks",
			Act: kit.Do(func() { s.Say(fmt.Sprintf("lines are drawn with: %s", chart.NextCharset())) }),
		},
	))
}

func (s *Screen) noOverlay() error {
	return fmt.Errorf("%s has no overlay in this view", s.Focus.view().Spec.Label())
}

func (s *Screen) saveChart(name string) (tea.Cmd, error) {
	title, described := s.chart.Described()
	name = cmp.Or(name, param.Hyphened(s.Focus.scenarioID(), title, fmt.Sprint(int(described.End))))
	described.Title = s.Focus.scenario() + ": " + title
	c := s.shown.config
	if slices.ContainsFunc(described.Lines, func(l chart.Line) bool {
		return l.Series >= 0 && l.Series < len(c.Learners) && strings.HasPrefix(l.Name, c.Learners[l.Series].Label())
	}) { // not of arms
		plot.AssignStyles([]*chart.Chart{described}, param.Map(c.Learners, learners.Spec.String))
	}
	made := trials.MadeBy(s.CommandLine(c), trials.DesignOf(c))
	return s.Save(func() ([]string, error) { return plot.SaveChart(name, described, made) }), nil
}

// Commands returns the available commands, the most important first.
func (s *Screen) Commands() []kit.Command {
	if s.shown.shot == nil { // the run has not started
		return nil
	}
	return s.List(s, s.list)
}

func (s *Screen) list() []kit.Command {
	list := slices.Concat(s.timeCommands(), s.chartCommands(), s.panels.commands())
	if s.BackRow.On() {
		list = s.BackRow.leaves(list)
	}
	list = s.modes.Commands(list)
	if s.modes.Top() == nil {
		list = kit.SortFirst(list, s.foremost()...)
	}
	return list
}

// foremost names the most important commands now; the foot shows the first six.
func (s *Screen) foremost() []string {
	panel, learner := "next-panel", "next-learner"
	next, previous := s.events.keyed()
	if s.places.Grid {
		panel, learner = learner, panel
	}
	switch d := s.driver; {
	case d.Running():
		return []string{"pause", "faster", "slower", "view", panel, learner, "cursor", "overlay"}
	case d.Done():
		return []string{"back", previous, "go", "next-seed", "view", panel, learner, "cursor"}
	case d.Round() == 0:
		return []string{"run", "pause", "step", "go", "faster", "slower", "view", panel, learner, "hide"}
	}
	return []string{
		"run", "pause", "step", "back", next, previous, "view", panel, learner, "cursor", "overlay",
	}
}

// End updates the screen after a command.
func (s *Screen) End(cmd tea.Cmd, err error) (tea.Cmd, error) {
	cmd, err = s.Canvas.End(cmd, err)
	return s.refresh(cmd), err
}

// Typing reports whether keys are typed into a mode.
func (s *Screen) Typing() bool { return s.modes.Typing() }

// leave undoes one thing: a search, what is open over the screen, the selected arm, the zoom, or
// panels in place of the view for the back row.
func (s *Screen) leave() tea.Cmd {
	if s.driver.Search() != "" {
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
	if t := s.places.Timeline; kit.Clicked(msg) && t.Contains(msg.X, msg.Y) {
		return s.driver.Seek(roundAt(msg.X-t.X, t.Width, s.Config().Horizon))
	}
	s.panels.mouse(msg)
	return nil
}
