package run

import (
	"fmt"
	"math"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/declare"
	"regretscope/ui/kit"
)

// The headings of the commands.
const (
	timing  = "Time"
	drawing = "Chart"
	looking = "Learners, panels, arms"
)

// Commands lists what the screen can do now, the most important first.
func (s *Screen) Commands() []kit.Command {
	var list []kit.Command
	switch {
	case s.shown.shot == nil: // the run is not there yet
	default:
		list = append(list, s.timeCommands()...)
		list = append(list, s.chartCommands()...)
		list = append(list, s.panelCommands()...)
		list = kit.Foremost(
			list, "run", "pause", "step", "back", "next-panel", "next-learner", "faster", "slower", "view",
			"next-release", "previous-release", "next-change", "previous-change", "overlay", "log-rounds", "cursor",
		)
		if s.big {
			list = s.leavesBig(list)
		}
		list = s.modes.Commands(list)
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

// Typing reports whether characters are typed into a mode, so that none is a key.
func (s *Screen) Typing() bool { return s.modes.Typing() }

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
		kit.Refusing(running, kit.Keyed(timing, "run", "run", "space", "run", kit.Ask(d.Toggle), " ")),
		kit.Refusing(paused, kit.Keyed(timing, "pause", "pause", "space", "pause", kit.Ask(d.Toggle), " ")),
		kit.Refusing(end, kit.Taking("[ROUNDS]", kit.Keyed(timing, "step", "step", "n →", "rounds forwards, one if not said", s.step("step", +1), "n", "right"))),
		kit.Refusing(beginning, kit.Taking("[ROUNDS]", kit.Keyed(timing, "back", "back", "b ←", "rounds backwards, one if not said", s.step("back", -1), "b", "left"))),
		kit.Keyed(timing, "faster", "speed", "+", "faster", kit.Ask(s.faster), "+", "="),
		kit.Keyed(timing, "slower", "speed", "-", "slower", kit.Ask(s.slower), "-", "_"),
		kit.Refusing(end, kit.Keyed(timing, "next-release", "release", "]", "to the next release or breakpoint", event(model.ReleaseOrBreak, release, true), "]")),
		kit.Refusing(beginning, kit.Keyed(timing, "previous-release", "release", "[", "to the previous release or breakpoint", event(model.ReleaseOrBreak, release, false), "[")),
		kit.Refusing(end, kit.Keyed(timing, "next-change", "change", "}", "to the next change of arm", event(model.ArmChange, change, true), "}")),
		kit.Refusing(beginning, kit.Keyed(timing, "previous-change", "change", "{", "to the previous change of arm", event(model.ArmChange, change, false), "{")),
		kit.Keyed(timing, "next-breakpoint", "", ")", "to the next breakpoint", to(true), ")"),
		kit.Keyed(timing, "previous-breakpoint", "", "(", "to the previous breakpoint", to(false), "("),
		kit.Keyed(timing, "restart", "restart", "r", "start again with the same seed", kit.Ask(func() tea.Cmd { return s.driver.Restart(s.Config()) }), "r"),
		kit.Keyed(timing, "next-seed", "next seed", "s", "start again with the next seed", kit.Ask(func() tea.Cmd { return s.reseed(s.Config().Seed + 1) }), "s"),
		kit.Taking("N", kit.Keyed(timing, "seed", "", "", "start again with a seed", kit.Look(s.seed))),
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
	return s.driver.Restart(&next)
}

func (s *Screen) chartCommands() []kit.Command {
	c := s.chart
	return []kit.Command{
		kit.Taking("[NAME]", kit.Keyed(drawing, "view", "view", "v", "next view of the chart", kit.Look(s.toView), "v")),
		kit.Keyed(drawing, "previous-view", "", "V", "previous view of the chart", kit.Do(func() { c.Cycle(-1) }), "V"),
		kit.Keyed(drawing, "overlay", "overlay", "o", "next overlay: exact expectation, bounds, rates, replications", kit.Ask(s.nextOverlay), "o"),
		kit.Keyed(drawing, "log-rounds", "log", "l", "rounds on a linear or logarithmic axis", kit.Do(c.ToggleLog), "l"),
		kit.Keyed(drawing, "log-values", "", "L", "values on a linear or logarithmic axis", kit.Do(c.ToggleLogValues), "L"),
		kit.Taking("[NAME]", kit.Keyed(drawing, "save-chart", "save chart", "S", "save the chart as SVG and its values as CSV", kit.Write(s.saveChart), "S")),
		kit.Keyed(drawing, "hold", "", "H", "hold the chart still while the run goes on", kit.Do(c.ToggleHold), "H"),
		kit.Keyed(drawing, "charset", "", "C", "lines of braille dots, line drawing, ASCII or blocks",
			kit.Do(func() { s.said = fmt.Sprintf("lines are drawn with: %s", c.NextCharset()) }), "C"),
	}
}

// panelCommands choose which learner, panel and arm are looked at.
func (s *Screen) panelCommands() []kit.Command {
	learner := func(name, short, keys, does string, by int, on ...string) kit.Command {
		return kit.Refusing(kit.OnlyLearner(len(s.Config().Learners)), kit.Keyed(looking, name, short, keys, does, kit.Do(func() { s.turnLearner(by) }), on...))
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
			kit.Keyed(looking, "next-panel", "panel", "tab", "next panel", panel(+1), "tab"),
			kit.Keyed(looking, "previous-panel", "", "shift+tab", "previous panel", panel(-1), "shift+tab"),
			learner("next-learner", "learner", "f", "next learner", +1, "f"),
			learner("previous-learner", "", "F", "previous learner", -1, "F"),
		}
	}
	list = append(list, s.numberedPanels()...)
	list = append(
		list,
		kit.Taking("N", kit.Keyed(looking, "learner", "", "", "look at a learner, by its number", kit.Set(s.toLearner))),
		kit.Taking("N", kit.Keyed(looking, "arm", "", "", "look at an arm, by its number: why it is played or not", kit.Set(s.toArm))),
		kit.Keyed(looking, "zoom", "zoom", "z", "this panel alone, or all again", kit.Do(func() { s.zoom = !s.zoom }), "z"),
		kit.Keyed(looking, "panels", "panels", "m", "all panels, chart and why, or the chart alone", kit.Do(s.nextSet), "m"),
		kit.Taking("[NAME [ε]]", kit.Keyed(looking, "notion", "notion", "N", "privacy spent in the next notion: ε, ρ, μ, δ at an ε", kit.Look(s.toNotion), "N")),
		kit.Keyed(looking, "order", "", "p", "arms by number or by pulls", kit.Do(s.arms.ToggleOrder), "p"),
		kit.Taking("[truth|others|nothing]", kit.Keyed(looking, "hide", "hide", "h", "hide what no learner knows, also the other learners, or nothing", kit.Look(s.hideNext), "h")),
	)
	return append(
		list,
		kit.Keyed(looking, "up", "", "↑ k", "scroll up; previous arm", scroll(-1), "up", "k"),
		kit.Keyed(looking, "down", "", "↓ j", "scroll down; next arm", scroll(+1), "down", "j"),
		kit.Keyed(looking, "page-up", "", "pgup", "scroll up by ten lines", scroll(-page), "pgup"),
		kit.Keyed(looking, "page-down", "", "pgdn", "scroll down by ten lines", scroll(+page), "pgdown"),
		kit.Keyed(looking, "leave", "", "esc", "end the search, else show all panels, else select no arm", kit.Ask(s.leave), "esc"),
	)
}

func (s *Screen) numberedPanels() []kit.Command {
	list := make([]kit.Command, len(s.panels))
	for i := range list {
		number := strconv.Itoa(i + 1)
		list[i] = kit.Keyed(looking, "panel-"+number, "", number, "go to panel "+number, kit.Do(func() { s.focus = i }), number)
		if n := s.visible(); i >= n {
			list[i].Refusal = fmt.Sprintf("there are %d panels here; the fifth is there for local privacy", n)
		}
	}
	return list
}

func rounds(text string, most int) (int, error) {
	x, err := declare.ParseNumber(text)
	if err != nil || x != math.Trunc(x) || x < 1 || x > float64(most) {
		return 0, fmt.Errorf("%s: must be a whole number from 1 to %s", text, kit.Count(most))
	}
	return int(x), nil
}
