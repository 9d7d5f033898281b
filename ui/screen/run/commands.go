package run

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
)

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
	cmd, err = s.Drawing.End(cmd, err)
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
	s.panels.mouse(msg)
	return nil
}
