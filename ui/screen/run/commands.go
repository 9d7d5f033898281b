package run

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
	"regretscope/ui/screen/run/layout"
)

const (
	looking = "Learners, panels, arms"
	page    = 10 // lines
)

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
	s.said = ""
	cmd, err := s.Do(&s.refusal, do)
	return s.settle(cmd), err
}

// Typing reports whether characters are typed into a mode, so that keys are text.
func (s *Screen) Typing() bool { return s.modes.Typing() }

// panelCommands choose which learner, panel and arm are looked at.
func (s *Screen) panelCommands() []kit.Command {
	learner := func(name, short, keys, does string, by int, on ...string) kit.Command {
		return kit.Refusing(kit.OnlyLearner(len(s.config.Learners)), kit.Keyed(looking, name, short, keys, does, kit.Call(func() { s.turnLearner(by) }), on...))
	}
	panel := func(by int) kit.Action { return kit.Call(func() { s.turnPanel(by, s.visible()) }) }
	scroll := func(by int) kit.Action { return kit.Call(func() { s.panels[s.focus].Scroll(by) }) }
	alone := kit.Unless(!s.big, "there is one panel for the back row: M shows all")
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
		kit.Once("m", kit.Keyed(looking, "panels", "", "", "all panels, chart and why, or the chart alone", kit.Call(func() {
			if s.show = s.show.Next(); s.show != layout.All {
				s.focus = 0
			}
		}))),
		kit.Once("N", kit.Taking("[NAME [ε]]", kit.Keyed(looking, "notion", "", "", "privacy spent in the next notion: ε, ρ, μ, δ at an ε", s.saying(s.toNotion)))),
		kit.Once("p", kit.Keyed(looking, "order", "", "", "arms by number or by pulls", kit.Call(s.arms.ToggleOrder))),
		kit.Taking("[truth|others|nothing]", kit.Keyed(looking, "hide", "hide", "h", "hide what no learner knows, also the other learners, or nothing", s.saying(s.hideNext), "h")),
		kit.Refusing(kit.Unless(s.Hides(), "nothing is hidden: h hides what no learner knows"), kit.Keyed(looking, "reveal", "reveal", "R", "show everything that is hidden", kit.Call(s.ShowAll), "R")),
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

// leave takes back one thing a time: a search, the zoom, the chosen arm.
func (s *Screen) leave() tea.Cmd {
	if s.driver.Search() != "" {
		return s.driver.Interrupt()
	}
	if s.show == layout.All {
		s.arm = -1
	}
	s.show = layout.All
	return nil
}

// mouse takes clicks and the wheel, where the program asked for them.
func (s *Screen) mouse(msg tea.MouseMsg) tea.Cmd {
	over := s.body()
	if s.beside() != nil {
		over = s.places.Panels[layout.Why]
	}
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
	for i, place := range s.places.Panels {
		if !place.Contains(msg.X, msg.Y) {
			continue
		}
		switch by := kit.Wheel(msg); {
		case by != 0:
			s.panels[i].Scroll(by)
		case kit.Clicked(msg):
			s.focus = i
			s.panels[i].Click(msg.X-place.X-kit.FrameWidth/2, msg.Y-place.Y-kit.FrameHeight/2)
		}
	}
	return nil
}
