package run

import (
	"fmt"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/ui/kit"
)

// The headings of the commands.
const (
	timing  = "Time"
	drawing = "Chart"
	looking = "Learners, panels, arms"
	program = "Program"
)

// Commands lists what the screen can do now, the most important first.
func (s *Screen) Commands() []kit.Command {
	var list []kit.Command
	switch {
	case s.prompt != nil:
		list = kit.WhileTyping(s.promptCommands())
	case s.whatIf != nil:
		list = s.whatIfCommands()
	case s.warned:
		list = s.warningCommands()
	case s.shown.shot == nil: // the run is not there yet
	default:
		list = append(list, s.timeCommands()...)
		list = append(list, s.chartCommands()...)
		list = append(list, s.copyCommands()...)
		list = append(list, s.dialCommand())
		list = append(list, s.panelCommands()...)
		list = kit.Foremost(
			list, "run", "pause", "step", "back", "next-panel", "next-learner", "faster", "slower", "view",
			"next-release", "previous-release", "next-change", "previous-change", "overlay", "log-rounds", "cursor",
		)
		if s.bets.asked != nil {
			list = s.askedCommands(list)
		}
		if s.dial.open() {
			list = s.dialCommands(list)
		} else if s.chart.Cursor() > 0 {
			list = s.cursorCommands(list)
		}
		if s.big {
			list = s.leavesBig(list)
		}
	}
	return kit.Commands(s.around, list)
}

// around does something, and prepares what is then drawn.
func (s *Screen) around(do func() (tea.Cmd, error)) (tea.Cmd, error) {
	s.refusal, s.said = "", ""
	cmd, err := do()
	err = kit.Refused(&s.refusal, err)
	return s.settle(cmd), err
}

// Typing reports whether characters are typed into the prompt or a form, so that none is a key.
func (s *Screen) Typing() bool { return s.prompt != nil || s.whatIf != nil }

// typed gives a key that has no command to what it is typed into.
func (s *Screen) typed(msg tea.KeyMsg) {
	if s.whatIf != nil {
		s.whatIf.form.Update(msg)
		s.deriveWhatIf()
		return
	}
	s.prompt.line.Press(msg)
}

// timeCommands move the run.
func (s *Screen) timeCommands() []kit.Command {
	d := s.driver
	run := kit.Command{Name: "run", Key: kit.Bind("space", "run", " "), Short: "run", Group: timing, Run: kit.Ask(d.Toggle)}
	pause := kit.Command{Name: "pause", Key: kit.Bind("space", "pause", " "), Short: "pause", Group: timing, Run: kit.Ask(d.Toggle)}
	switch busy := d.Running() || d.Search() != ""; {
	case busy:
		run.Refusal = "the run is running"
	case d.Done():
		run.Refusal, pause.Refusal = atHorizon, atHorizon
	default:
		pause.Refusal = "the run is paused"
	}
	beginning, end := "", ""
	if d.Round() == 0 {
		beginning = "this is before round 1: there is nothing earlier"
	}
	if d.Done() {
		end = atHorizon
	}
	command := func(name, short, keys, does, refusal string, do func() tea.Cmd, on ...string) kit.Command {
		return kit.Command{Name: name, Key: kit.Bind(keys, does, on...), Short: short, Group: timing, Refusal: refusal, Run: kit.Ask(do)}
	}
	event := func(e model.Event, name string, forward bool) func() tea.Cmd {
		return func() tea.Cmd { return s.toEvent(e, name, forward) }
	}
	return []kit.Command{
		run, pause,
		s.stepCommand("step", "n →", "rounds forwards, one if not said", end, +1, "n", "right"),
		s.stepCommand("back", "b ←", "rounds backwards, one if not said", beginning, -1, "b", "left"),
		command("faster", "speed", "+", "faster", "", s.faster, "+", "="),
		command("slower", "speed", "-", "slower", "", s.slower, "-", "_"),
		command("next-release", "release", "]", "to the next release or breakpoint", end, event(model.ReleaseOrBreak, release, true), "]"),
		command("previous-release", "release", "[", "to the previous release or breakpoint", beginning, event(model.ReleaseOrBreak, release, false), "["),
		command("next-change", "change", "}", "to the next change of arm", end, event(model.ArmChange, change, true), "}"),
		command("previous-change", "change", "{", "to the previous change of arm", beginning, event(model.ArmChange, change, false), "{"),
		{
			Name: "go", Key: kit.Bind("g", "go to a round: 1e5, +1e4, −1000, 50%, e next release, c next change", "g"), Short: "go to", Group: timing, Argument: "[ROUND]",
			Run: s.goTo,
		},
		{
			Name: "run-to", Key: kit.Bind("u", "run to a round, then pause", "u"), Short: "run to", Group: timing, Argument: "[ROUND]", Refusal: end,
			Run: s.runTo,
		},
		command("next-breakpoint", "", ")", "to the next breakpoint", "", func() tea.Cmd { return s.toBreak(true) }, ")"),
		command("previous-breakpoint", "", "(", "to the previous breakpoint", "", func() tea.Cmd { return s.toBreak(false) }, "("),
		command("restart", "restart", "r", "start again with the same seed", "", func() tea.Cmd { return s.again(s.Config()) }, "r"),
		{
			Name: "next-seed", Key: kit.Bind("s", "start again with the next seed", "s"), Short: "next seed", Group: timing,
			Run: kit.Ask(func() tea.Cmd { return s.reseed(d.Config().Seed + 1) }),
		},
		{
			Name: "seed", Key: kit.Bind("", "start again with a seed"), Group: timing, Argument: "N",
			Run: func(text string) (tea.Cmd, error) {
				seed, err := learners.ParseSeed(text)
				if err != nil {
					return nil, fmt.Errorf("seed %s: %w", text, err)
				}
				return s.reseed(seed), nil
			},
		},
	}
}

const atHorizon = "the horizon is reached: b and g go back, r starts again, s takes the next seed"

// stepCommand goes on by some rounds, in a direction.
func (s *Screen) stepCommand(name, keys, does, refusal string, sign int, on ...string) kit.Command {
	return kit.Command{
		Name: name, Key: kit.Bind(keys, does, on...), Short: name, Group: timing, Argument: "[ROUNDS]", Refusal: refusal,
		Run: func(text string) (tea.Cmd, error) {
			n := 1
			if text != "" {
				var err error
				if n, err = rounds(text, s.Config().Horizon); err != nil {
					return nil, fmt.Errorf("%s %w", name, err)
				}
			}
			return s.driver.Step(sign * n), nil
		},
	}
}

func (s *Screen) faster() tea.Cmd {
	if !s.driver.Faster(+1) {
		return s.refuse("this is as fast as this machine can")
	}
	return nil
}

func (s *Screen) slower() tea.Cmd {
	if !s.driver.Faster(-1) {
		return s.refuse("one round a second is the slowest; n goes step by step")
	}
	return nil
}

func (s *Screen) reseed(seed uint64) tea.Cmd {
	next := *s.Config()
	next.Seed = seed
	return s.again(&next)
}

// again starts a new run, without the dial.
func (s *Screen) again(config *model.Config) tea.Cmd {
	if s.coming = nil; s.dial != nil {
		s.dial.closing = true
	}
	return s.driver.Restart(config)
}

// chartCommands change what the chart shows.
func (s *Screen) chartCommands() []kit.Command {
	command := func(name, short, keys, does string, do func(), on ...string) kit.Command {
		return kit.Command{Name: name, Key: kit.Bind(keys, does, on...), Short: short, Group: drawing, Run: kit.Do(do)}
	}
	return []kit.Command{
		{
			Name: "view", Key: kit.Bind("v", "next view of the chart", "v"), Short: "view", Group: drawing, Argument: "[NAME]",
			Run: func(name string) (tea.Cmd, error) {
				if name != "" {
					return nil, s.chart.Show(name)
				}
				s.chart.Cycle(+1)
				return nil, nil
			},
		},
		command("previous-view", "", "V", "previous view of the chart", func() { s.chart.Cycle(-1) }, "V"),
		{
			Name: "overlay", Key: kit.Bind("o", "next overlay: exact expectation, bounds, rates, replications", "o"), Short: "overlay", Group: drawing,
			Run: kit.Ask(func() tea.Cmd {
				if !s.chart.CycleOverlay() {
					return s.noOverlay()
				}
				return nil
			}),
		},
		command("log-rounds", "log", "l", "rounds on a linear or logarithmic axis", s.chart.ToggleLog, "l"),
		command("log-values", "", "L", "values on a linear or logarithmic axis", s.chart.ToggleLogValues, "L"),
		{
			Name: "cursor", Key: kit.Bind("c", "a cursor in the chart: values and events of a round", "c"), Short: "cursor", Group: drawing,
			Run: kit.Ask(s.openCursor),
		},
		{
			Name: "save-chart", Key: kit.Bind("S", "save the chart as SVG and its values as CSV", "S"), Short: "save chart", Group: drawing, Argument: "[NAME]",
			Run: s.saveChart,
		},
		command("hold", "", "H", "hold the chart still while the run goes on", func() { s.chart.ToggleHold() }, "H"),
		{
			Name: "charset", Key: kit.Bind("C", "lines of braille dots, line drawing, ASCII or blocks", "C"), Group: drawing,
			Run: kit.Do(func() { s.said = fmt.Sprintf("lines are drawn with: %s", s.chart.NextCharset()) }),
		},
	}
}

// panelCommands choose which learner, panel and arm are looked at.
func (s *Screen) panelCommands() []kit.Command {
	alone := kit.OnlyLearner(len(s.Config().Learners))
	learner := func(name, short, keys, does string, by int, on ...string) kit.Command {
		return kit.Command{
			Name: name, Key: kit.Bind(keys, does, on...), Short: short, Group: looking, Refusal: alone,
			Run: kit.Do(func() { s.turnLearner(by) }),
		}
	}
	scroll := func(name, keys, does string, by int, on ...string) kit.Command {
		return kit.Command{
			Name: name, Key: kit.Bind(keys, does, on...), Group: looking,
			Run: kit.Ask(func() tea.Cmd { return s.panels[s.focus].Scroll(by) }),
		}
	}
	var list []kit.Command
	if s.places.Grid || s.big {
		list = append(
			list,
			learner("next-learner", "learner", "tab f", "next learner", +1, "tab", "f"),
			learner("previous-learner", "", "shift+tab F", "previous learner", -1, "shift+tab", "F"),
		)
	} else {
		panel := func(name, short, keys, does string, by int, on ...string) kit.Command {
			return kit.Command{Name: name, Key: kit.Bind(keys, does, on...), Short: short, Group: looking, Run: kit.Do(func() { s.turnPanel(by) })}
		}
		list = append(
			list,
			panel("next-panel", "panel", "tab", "next panel", +1, "tab"),
			panel("previous-panel", "", "shift+tab", "previous panel", -1, "shift+tab"),
			learner("next-learner", "learner", "f", "next learner", +1, "f"),
			learner("previous-learner", "", "F", "previous learner", -1, "F"),
		)
	}
	list = append(list, s.numberedPanels()...)
	list = append(
		list,
		kit.Command{
			Name: "learner", Key: kit.Bind("", "look at a learner, by its number"), Group: looking, Argument: "N",
			Run: func(n string) (tea.Cmd, error) { return nil, s.toLearner(n) },
		},
		kit.Command{
			Name: "arm", Key: kit.Bind("", "look at an arm, by its number: why it is played or not"), Group: looking, Argument: "N",
			Run: func(n string) (tea.Cmd, error) { return nil, s.toArm(n) },
		},
		kit.Command{Name: "zoom", Key: kit.Bind("z", "this panel alone, or all again", "z"), Short: "zoom", Group: looking, Run: kit.Do(func() { s.zoom = !s.zoom })},
		kit.Command{
			Name: "panels", Key: kit.Bind("m", "all panels, chart and why, or the chart alone", "m"), Short: "panels", Group: looking,
			Run: kit.Do(s.nextSet),
		},
		s.notionCommand(),
		kit.Command{Name: "order", Key: kit.Bind("p", "arms by number or by pulls", "p"), Group: looking, Run: kit.Do(s.arms.ToggleOrder)},
		s.hideCommand(),
	)
	list = append(list, s.betCommands()...)
	return append(
		list,
		scroll("up", "↑ k", "scroll up; previous arm", -1, "up", "k"),
		scroll("down", "↓ j", "scroll down; next arm", +1, "down", "j"),
		scroll("page-up", "pgup", "scroll up by ten lines", -page, "pgup"),
		scroll("page-down", "pgdn", "scroll down by ten lines", +page, "pgdown"),
		kit.Command{Name: "leave", Key: kit.Bind("esc", "end the search, else show all panels, else select no arm", "esc"), Group: looking, Run: kit.Ask(s.leave)},
		s.warningsCommand(),
	)
}

func (s *Screen) numberedPanels() []kit.Command {
	var list []kit.Command
	for i := range s.panels {
		number := strconv.Itoa(i + 1)
		c := kit.Command{Name: "panel-" + number, Key: kit.Bind(number, "go to panel "+number, number), Group: looking, Run: kit.Do(func() { s.focus = i })}
		if n := s.visible(); i >= n {
			c.Refusal = fmt.Sprintf("there are %d panels here; the fifth is there for local privacy", n)
		}
		list = append(list, c)
	}
	return list
}
