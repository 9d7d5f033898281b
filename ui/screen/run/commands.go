package run

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
	"regretscope/ui/screen/run/panel"
)

const (
	looking = "Learners, panels, arms"
	page    = 10 // lines
)

// Commands returns the available commands, the most important first.
func (s *Screen) Commands() []kit.Command {
	if s.shown.shot == nil { // the run has not started
		return nil
	}
	return s.List(s, s.list)
}

func (s *Screen) list() []kit.Command {
	list := slices.Concat(s.timeCommands(), s.chartCommands(), s.panelCommands())
	if s.Big() {
		list = s.leavesBig(list)
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
	cmd, err = s.Drawing.End(cmd, err)
	return s.refresh(cmd), err
}

// Typing reports whether keys are typed into a mode.
func (s *Screen) Typing() bool { return s.modes.Typing() }

// panelCommands returns the commands that choose a learner, panel, or arm.
func (s *Screen) panelCommands() []kit.Command {
	turn := func(by int) func() { return func() { s.turnLearner(by) } }
	next := func(by int) func() { return func() { s.turnPanel(by, s.visible()) } }
	scroll := func(by int) func() { return func() { s.panels[s.focus].Scroll(by) } }
	only := kit.OnlyLearner(len(s.shown.config.Learners))
	alone := kit.Unless(!s.Big(), "there is one panel for the back row: M shows all")
	list := append([]kit.Command{
		{Name: "next-panel", Key: "tab", Short: "panel", Help: "focus the panel after this one", Refusal: alone, Do: next(+1)},
		{Name: "previous-panel", Help: "focus the panel before this one", Refusal: alone, Do: next(-1)},
		{Name: "next-learner", Key: "f", Short: "learner", Help: "show the next learner in the panels", Refusal: only, Do: turn(+1)},
		{Name: "previous-learner", Help: "show the learner before it in the panels", Refusal: only, Do: turn(-1)},
	}, s.numbered(s.visible())...)
	return kit.InGroup(looking, append(
		list,
		kit.Command{Name: "learner", Argument: "N", Help: "go to a learner by its number", Try: s.toLearner},
		kit.Command{
			Name: "zoom", Argument: "[one|why|all]", Key: "z", Short: "zoom",
			Help: "this panel alone, or all again; why: the chart and why", Try: s.zoom,
		},
		kit.Command{
			Name: "panels", Help: "all panels, chart and why, or the chart alone",
			Do: func() {
				if s.show = s.show.Next(); s.show != allPanels {
					s.focus = 0
				}
			},
		},
		kit.Command{
			Name: "notion", Argument: "[NAME [ε]]", Help: "privacy spent in the next notion: ε, ρ, μ, δ at an ε",
			Try: s.toNotion,
		},
		kit.Command{Name: "order", Help: "arms by number or by pulls", Do: s.panels[armsPanel].(*panel.Arms).ToggleOrder},
		kit.Command{
			Name: "hide", Argument: "[truth|others|nothing]", Key: "h", Short: "hide",
			Help: "hide true values, other learners too, or nothing", Try: s.hideNext,
		},
		kit.Command{
			Name: "reveal", Key: "R", Short: "reveal", Help: "show everything that is hidden",
			Refusal: kit.Unless(s.Hides(), "nothing is hidden: h hides true values"), Do: s.ShowAll,
		},
		kit.Command{Name: "up", Key: "↑ k", Help: "scroll up; previous arm", Do: scroll(-1)},
		kit.Command{Name: "down", Key: "↓ j", Help: "scroll down; next arm", Do: scroll(+1)},
		kit.Command{Name: "page-up", Help: "scroll up by ten lines", Do: scroll(-page)},
		kit.Command{Name: "page-down", Help: "scroll down by ten lines", Do: scroll(+page)},
		kit.Command{
			Name: "leave", Key: "esc", Help: "end the search, else show all panels, else select no arm", Run: s.leave,
		},
	))
}

// leave undoes one thing: a search, what is open over the screen, the selected arm, the zoom, or
// panels in place of the view for the back row.
func (s *Screen) leave() tea.Cmd {
	if s.driver.Search() != "" {
		return s.driver.Interrupt()
	}
	if top := s.modes.Top(); top != nil {
		return top.Close()
	}
	if s.show == allPanels && s.arm >= 0 {
		s.arm = -1
		return nil
	}
	s.show = allPanels
	if s.aside {
		s.SetBig(true)
	}
	return nil
}

// mouse handles clicks and the wheel.
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
