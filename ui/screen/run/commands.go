package run

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
)

const looking = "Learners, panels, arms"

// Commands lists what the screen can do now, the most important first.
func (s *Screen) Commands() []kit.Command {
	if s.shown.shot == nil { // the run is not there yet
		return nil
	}
	list := slices.Concat(controls{s}.commands(), charting{s}.commands(), s.panelCommands())
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

// panelCommands choose which learner, panel and arm are looked at.
func (s *Screen) panelCommands() []kit.Command {
	learner := func(name, short, keys, does string, by int, on ...string) kit.Command {
		return kit.Refusing(kit.OnlyLearner(len(s.config.Learners)), kit.Keyed(looking, name, short, keys, does, kit.Call(func() { s.turnLearner(by) }), on...))
	}
	panel := func(by int) kit.Action { return kit.Call(func() { s.turnPanel(by, s.visible()) }) }
	scroll := func(by int) kit.Action {
		return kit.CallCmd(func() tea.Cmd { return s.panels[s.focus].Scroll(by) })
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
	list = append(list, s.numbered(s.visible())...)
	list = append(
		list,
		kit.Taking("N", kit.Keyed(looking, "learner", "", "", "look at a learner, by its number", kit.CallWith(s.toLearner))),
		kit.Taking("N", kit.Keyed(looking, "arm", "", "", "look at an arm, by its number: why it is played or not", kit.CallWith(s.toArm))),
		kit.Taking("[one|why|all]", kit.Keyed(looking, "zoom", "zoom", "z", "this panel alone, or all again; why: the chart and why", kit.CallWith(s.zoom), "z")),
		kit.Once("m", kit.Keyed(looking, "panels", "", "", "all panels, chart and why, or the chart alone", kit.Call(s.nextSet))),
		kit.Once("N", kit.Taking("[NAME [ε]]", kit.Keyed(looking, "notion", "", "", "privacy spent in the next notion: ε, ρ, μ, δ at an ε", s.saying(s.toNotion)))),
		kit.Once("p", kit.Keyed(looking, "order", "", "", "arms by number or by pulls", kit.Call(s.arms.ToggleOrder))),
		kit.Taking("[truth|others|nothing]", kit.Keyed(looking, "hide", "hide", "h", "hide what no learner knows, also the other learners, or nothing", s.saying(s.hideNext), "h")),
	)
	return append(
		list,
		kit.Keyed(looking, "up", "", "↑ k", "scroll up; previous arm", scroll(-1), "up", "k"),
		kit.Keyed(looking, "down", "", "↓ j", "scroll down; next arm", scroll(+1), "down", "j"),
		kit.Once("pgup", kit.Keyed(looking, "page-up", "", "", "scroll up by ten lines", scroll(-page))),
		kit.Once("pgdown", kit.Keyed(looking, "page-down", "", "", "scroll down by ten lines", scroll(+page))),
		kit.Keyed(looking, "leave", "", "esc", "end the search, else show all panels, else select no arm", kit.CallCmd(s.leave), "esc"),
	)
}

// saying makes the action of a command that says what it has done.
func (r *remarks) saying(do func(argument string) (string, error)) kit.Action {
	return kit.CallWith(func(argument string) (err error) {
		r.said, err = do(argument)
		return err
	})
}
