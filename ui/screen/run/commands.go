package run

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/noise/declare"
	"regretscope/ui/kit"
	"regretscope/ui/mode/host"
)

// The headings of the commands.
const (
	timing  = "Time"
	drawing = "Chart"
	looking = "Learners, panels, arms"
)

// Commands lists what the screen can do now, the most important first.
func (s *Screen) Commands() []kit.Command {
	if s.shown.shot == nil { // the run is not there yet
		return nil
	}
	list := append(append(s.timeCommands(), s.chartCommands()...), s.panelCommands()...)
	if s.big {
		list = s.leavesBig(list)
	}
	list = s.modes.Commands(list)
	if s.modes.Top() == nil {
		list = kit.Foremost(list, s.foremost()...)
	}
	return kit.Commands(s.around, list)
}

// foremost names what matters now; the foot has the first six that can be run.
func (s *Screen) foremost() []string {
	panel, learner := "next-panel", "next-learner"
	if s.places.Grid {
		panel, learner = learner, panel
	}
	switch d := s.driver; {
	case d.Running():
		return []string{"pause", "faster", "slower", "view", panel, learner, "cursor", "overlay"}
	case d.Done():
		return []string{"back", "previous-event", "go", "next-seed", "view", panel, learner, "cursor"}
	case d.Round() == 0:
		return []string{"run", "pause", "step", "go", "faster", "slower", "view", panel, learner, "hide"}
	}
	return []string{"run", "pause", "step", "back", "next-event", "previous-event", "view", panel, learner, "cursor", "overlay"}
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
		running, paused = host.AtHorizon, host.AtHorizon
	default:
		paused = "the run is paused"
	}
	if d.Round() == 0 {
		beginning = "this is before round 1: there is nothing earlier"
	}
	if d.Done() {
		end = host.AtHorizon
	}
	return []kit.Command{
		kit.Refusing(running, kit.Keyed(timing, "run", "run", "space", "run", kit.Ask(d.Toggle), " ")),
		kit.Refusing(paused, kit.Keyed(timing, "pause", "pause", "space", "pause", kit.Ask(d.Toggle), " ")),
		kit.Refusing(end, kit.Taking("[ROUNDS]", kit.Keyed(timing, "step", "step", "n →", "rounds forwards, one if not said", s.step("step", +1), "n", "right"))),
		kit.Refusing(beginning, kit.Taking("[ROUNDS]", kit.Keyed(timing, "back", "back", "b ←", "rounds backwards, one if not said", s.step("back", -1), "b", "left"))),
		kit.Keyed(timing, "faster", "speed", "+", "faster", kit.Try(s.faster), "+", "="),
		kit.Keyed(timing, "slower", "speed", "-", "slower", kit.Try(s.slower), "-", "_"),
		kit.Once("r", kit.Keyed(timing, "restart", "restart", "", "start again with the same seed", kit.Ask(func() tea.Cmd { return s.driver.Restart(s.Config()) }))),
		kit.Keyed(timing, "next-seed", "next seed", "s", "start again with the next seed", kit.Ask(func() tea.Cmd { return s.reseed(s.Config().Seed + 1) }), "s"),
		kit.Taking("N", kit.Keyed(timing, "seed", "", "", "start again with a seed", kit.Look(s.seed))),
	}
}

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

func (s *Screen) faster() error {
	if !s.driver.Faster(+1) {
		return errors.New("this is as fast as this machine can")
	}
	return nil
}

func (s *Screen) slower() error {
	if !s.driver.Faster(-1) {
		return errors.New("one round a second is the slowest; n goes step by step")
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
		kit.Once("V", kit.Keyed(drawing, "previous-view", "", "", "previous view of the chart", kit.Do(func() { c.Cycle(-1) }))),
		kit.Keyed(drawing, "overlay", "overlay", "o", "next overlay: exact expectation, bounds, rates, replications", kit.Try(s.nextOverlay), "o"),
		kit.Keyed(drawing, "log-rounds", "log", "l", "rounds on a linear or logarithmic axis", kit.Do(c.ToggleLog), "l"),
		kit.Once("L", kit.Keyed(drawing, "log-values", "", "", "values on a linear or logarithmic axis", kit.Do(c.ToggleLogValues))),
		kit.Once("S", kit.Taking("[NAME]", kit.Keyed(drawing, "save-chart", "", "", "save the chart as SVG and its values as CSV", kit.Write(s.saveChart)))),
		kit.Once("H", kit.Keyed(drawing, "hold", "", "", "hold the chart still while the run goes on", kit.Do(c.ToggleHold))),
		kit.Once("C", kit.Keyed(drawing, "charset", "", "", "lines of braille dots, line drawing, ASCII or blocks",
			kit.Do(func() { s.said = fmt.Sprintf("lines are drawn with: %s", c.NextCharset()) }))),
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
	alone := ""
	if s.big {
		alone = "there is one panel for the back row: M shows all"
	}
	list := []kit.Command{
		kit.Refusing(alone, kit.Keyed(looking, "next-panel", "panel", "tab", "next panel", panel(+1), "tab")),
		kit.Refusing(alone, kit.Once("shift+tab", kit.Keyed(looking, "previous-panel", "", "", "previous panel", panel(-1)))),
		learner("next-learner", "learner", "f", "next learner", +1, "f"),
		kit.Once("F", learner("previous-learner", "", "", "previous learner", -1)),
	}
	list = append(list, s.numberedPanels()...)
	list = append(
		list,
		kit.Taking("N", kit.Keyed(looking, "learner", "", "", "look at a learner, by its number", kit.Set(s.toLearner))),
		kit.Taking("N", kit.Keyed(looking, "arm", "", "", "look at an arm, by its number: why it is played or not", kit.Set(s.toArm))),
		kit.Taking("[one|why|all]", kit.Keyed(looking, "zoom", "zoom", "z", "this panel alone, or all again; why: the chart and why", kit.Set(s.zoom), "z")),
		kit.Once("m", kit.Keyed(looking, "panels", "", "", "all panels, chart and why, or the chart alone", kit.Do(s.nextSet))),
		kit.Once("N", kit.Taking("[NAME [ε]]", kit.Keyed(looking, "notion", "", "", "privacy spent in the next notion: ε, ρ, μ, δ at an ε", kit.Look(s.toNotion)))),
		kit.Once("p", kit.Keyed(looking, "order", "", "", "arms by number or by pulls", kit.Do(s.arms.ToggleOrder))),
		kit.Taking("[truth|others|nothing]", kit.Keyed(looking, "hide", "hide", "h", "hide what no learner knows, also the other learners, or nothing", kit.Look(s.hideNext), "h")),
	)
	return append(
		list,
		kit.Keyed(looking, "up", "", "↑ k", "scroll up; previous arm", scroll(-1), "up", "k"),
		kit.Keyed(looking, "down", "", "↓ j", "scroll down; next arm", scroll(+1), "down", "j"),
		kit.Once("pgup", kit.Keyed(looking, "page-up", "", "", "scroll up by ten lines", scroll(-page))),
		kit.Once("pgdown", kit.Keyed(looking, "page-down", "", "", "scroll down by ten lines", scroll(+page))),
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
