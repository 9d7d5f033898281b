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

// command is one with keys, as they are written and by their names.
func command(group, name, short, keys, does string, run kit.Action, on ...string) kit.Command {
	return kit.Command{Name: name, Key: kit.Bind(keys, does, on...), Short: short, Group: group, Run: run}
}

func taking(argument string, c kit.Command) kit.Command {
	c.Argument = argument
	return c
}

// refused refuses a command with a sentence; an empty one does not.
func refused(why string, c kit.Command) kit.Command {
	c.Refusal = why
	return c
}

func (s *Screen) timeCommands() []kit.Command {
	d := s.driver
	running, paused, beginning, end := "", "", "", ""
	switch busy := d.Running() || d.Search() != ""; {
	case busy:
		running = "the run is running"
	case d.Done():
		running, paused = atHorizon, atHorizon
	default:
		paused = "the run is paused"
	}
	if d.Round() == 0 {
		beginning = "this is before round 1: there is nothing earlier"
	}
	if d.Done() {
		end = atHorizon
	}
	event := func(e model.Event, name string, forward bool) kit.Action {
		return kit.Ask(func() tea.Cmd { return s.toEvent(e, name, forward) })
	}
	to := func(forward bool) kit.Action {
		return kit.Ask(func() tea.Cmd { return s.toBreak(forward) })
	}
	return []kit.Command{
		refused(running, command(timing, "run", "run", "space", "run", kit.Ask(d.Toggle), " ")),
		refused(paused, command(timing, "pause", "pause", "space", "pause", kit.Ask(d.Toggle), " ")),
		refused(end, taking("[ROUNDS]", command(timing, "step", "step", "n →", "rounds forwards, one if not said", s.step("step", +1), "n", "right"))),
		refused(beginning, taking("[ROUNDS]", command(timing, "back", "back", "b ←", "rounds backwards, one if not said", s.step("back", -1), "b", "left"))),
		command(timing, "faster", "speed", "+", "faster", kit.Ask(s.faster), "+", "="),
		command(timing, "slower", "speed", "-", "slower", kit.Ask(s.slower), "-", "_"),
		refused(end, command(timing, "next-release", "release", "]", "to the next release or breakpoint", event(model.ReleaseOrBreak, release, true), "]")),
		refused(beginning, command(timing, "previous-release", "release", "[", "to the previous release or breakpoint", event(model.ReleaseOrBreak, release, false), "[")),
		refused(end, command(timing, "next-change", "change", "}", "to the next change of arm", event(model.ArmChange, change, true), "}")),
		refused(beginning, command(timing, "previous-change", "change", "{", "to the previous change of arm", event(model.ArmChange, change, false), "{")),
		taking("[ROUND]", command(timing, "go", "go to", "g", "go to a round: 1e5, +1e4, −1000, 50%, e next release, c next change", kit.Look(s.goTo), "g")),
		refused(end, taking("[ROUND]", command(timing, "run-to", "run to", "u", "run to a round, then pause", kit.Look(s.runTo), "u"))),
		command(timing, "next-breakpoint", "", ")", "to the next breakpoint", to(true), ")"),
		command(timing, "previous-breakpoint", "", "(", "to the previous breakpoint", to(false), "("),
		command(timing, "restart", "restart", "r", "start again with the same seed", kit.Ask(func() tea.Cmd { return s.again(s.Config()) }), "r"),
		command(timing, "next-seed", "next seed", "s", "start again with the next seed", kit.Ask(func() tea.Cmd { return s.reseed(s.Config().Seed + 1) }), "s"),
		taking("N", command(timing, "seed", "", "", "start again with a seed", kit.Look(s.seed))),
	}
}

const atHorizon = "the horizon is reached: b and g go back, r starts again, s takes the next seed"

// step goes on by some rounds, in a direction.
func (s *Screen) step(name string, sign int) kit.Action {
	return kit.Look(func(text string) (tea.Cmd, error) {
		n := 1
		if text != "" {
			var err error
			if n, err = rounds(text, s.Config().Horizon); err != nil {
				return nil, fmt.Errorf("%s %w", name, err)
			}
		}
		return s.driver.Step(sign * n), nil
	})
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

func (s *Screen) seed(text string) (tea.Cmd, error) {
	seed, err := learners.ParseSeed(text)
	if err != nil {
		return nil, fmt.Errorf("seed %s: %w", text, err)
	}
	return s.reseed(seed), nil
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

func (s *Screen) chartCommands() []kit.Command {
	c := s.chart
	return []kit.Command{
		taking("[NAME]", command(drawing, "view", "view", "v", "next view of the chart", kit.Look(s.toView), "v")),
		command(drawing, "previous-view", "", "V", "previous view of the chart", kit.Do(func() { c.Cycle(-1) }), "V"),
		command(drawing, "overlay", "overlay", "o", "next overlay: exact expectation, bounds, rates, replications", kit.Ask(s.nextOverlay), "o"),
		command(drawing, "log-rounds", "log", "l", "rounds on a linear or logarithmic axis", kit.Do(c.ToggleLog), "l"),
		command(drawing, "log-values", "", "L", "values on a linear or logarithmic axis", kit.Do(c.ToggleLogValues), "L"),
		command(drawing, "cursor", "cursor", "c", "a cursor in the chart: values and events of a round", kit.Ask(s.openCursor), "c"),
		taking("[NAME]", command(drawing, "save-chart", "save chart", "S", "save the chart as SVG and its values as CSV", kit.Write(s.saveChart), "S")),
		command(drawing, "hold", "", "H", "hold the chart still while the run goes on", kit.Do(c.ToggleHold), "H"),
		command(drawing, "charset", "", "C", "lines of braille dots, line drawing, ASCII or blocks",
			kit.Do(func() { s.said = fmt.Sprintf("lines are drawn with: %s", c.NextCharset()) }), "C"),
	}
}

// panelCommands choose which learner, panel and arm are looked at.
func (s *Screen) panelCommands() []kit.Command {
	learner := func(name, short, keys, does string, by int, on ...string) kit.Command {
		return refused(kit.OnlyLearner(len(s.Config().Learners)), command(looking, name, short, keys, does, kit.Do(func() { s.turnLearner(by) }), on...))
	}
	panel := func(by int) kit.Action { return kit.Do(func() { s.turnPanel(by) }) }
	scroll := func(by int) kit.Action {
		return kit.Ask(func() tea.Cmd { return s.panels[s.focus].Scroll(by) })
	}
	var list []kit.Command
	if s.places.Grid || s.big {
		list = []kit.Command{
			learner("next-learner", "learner", "tab f", "next learner", +1, "tab", "f"),
			learner("previous-learner", "", "shift+tab F", "previous learner", -1, "shift+tab", "F"),
		}
	} else {
		list = []kit.Command{
			command(looking, "next-panel", "panel", "tab", "next panel", panel(+1), "tab"),
			command(looking, "previous-panel", "", "shift+tab", "previous panel", panel(-1), "shift+tab"),
			learner("next-learner", "learner", "f", "next learner", +1, "f"),
			learner("previous-learner", "", "F", "previous learner", -1, "F"),
		}
	}
	list = append(list, s.numberedPanels()...)
	list = append(
		list,
		taking("N", command(looking, "learner", "", "", "look at a learner, by its number", kit.Set(s.toLearner))),
		taking("N", command(looking, "arm", "", "", "look at an arm, by its number: why it is played or not", kit.Set(s.toArm))),
		command(looking, "zoom", "zoom", "z", "this panel alone, or all again", kit.Do(func() { s.zoom = !s.zoom }), "z"),
		command(looking, "panels", "panels", "m", "all panels, chart and why, or the chart alone", kit.Do(s.nextSet), "m"),
		taking("[NAME [ε]]", command(looking, "notion", "notion", "N", "privacy spent in the next notion: ε, ρ, μ, δ at an ε", kit.Look(s.toNotion), "N")),
		command(looking, "order", "", "p", "arms by number or by pulls", kit.Do(s.arms.ToggleOrder), "p"),
		taking("[truth|others|nothing]", command(looking, "hide", "hide", "h", "hide what no learner knows, also the other learners, or nothing", kit.Look(s.hideNext), "h")),
	)
	list = append(list, s.betCommands()...)
	return append(
		list,
		command(looking, "up", "", "↑ k", "scroll up; previous arm", scroll(-1), "up", "k"),
		command(looking, "down", "", "↓ j", "scroll down; next arm", scroll(+1), "down", "j"),
		command(looking, "page-up", "", "pgup", "scroll up by ten lines", scroll(-page), "pgup"),
		command(looking, "page-down", "", "pgdn", "scroll down by ten lines", scroll(+page), "pgdown"),
		command(looking, "leave", "", "esc", "end the search, else show all panels, else select no arm", kit.Ask(s.leave), "esc"),
		command(program, "warnings", "", "w", "warnings: what to know before trusting what is seen", kit.Do(s.warn), "w"),
	)
}

func (s *Screen) numberedPanels() []kit.Command {
	list := make([]kit.Command, len(s.panels))
	for i := range list {
		number := strconv.Itoa(i + 1)
		list[i] = command(looking, "panel-"+number, "", number, "go to panel "+number, kit.Do(func() { s.focus = i }), number)
		if n := s.visible(); i >= n {
			list[i].Refusal = fmt.Sprintf("there are %d panels here; the fifth is there for local privacy", n)
		}
	}
	return list
}
