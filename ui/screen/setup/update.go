package setup

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// Update takes a message; commands read files, or start the run.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case readMsg:
		return s.take(msg)
	case tea.KeyMsg:
		s.refusal, s.waiting = "", false
		cmd := s.press(msg)
		s.refresh()
		if cmd == nil && !s.editingSource() {
			cmd = s.read()
		}
		return cmd
	}
	return nil
}

func (s *Screen) press(msg tea.KeyMsg) tea.Cmd {
	k := &s.keys
	switch {
	case s.browsing:
		s.pressLineups(msg)
	case key.Matches(msg, k.Start):
		return s.start()
	case s.sharing:
		s.pressSharing(msg)
	case key.Matches(msg, k.Next):
		s.goTo((s.section + 1) % sections)
	case key.Matches(msg, k.Before):
		s.goTo((s.section + sections - 1) % sections)
	case key.Matches(msg, k.ShareOnly), !s.Typing() && key.Matches(msg, k.Share):
		s.sharing, s.offset = true, 0
	case !s.Typing() && key.Matches(msg, k.Lineups):
		s.browsing = true
	case s.section == parameterSection:
		if key.Matches(msg, k.Leave) {
			s.goTo(learnerSection)
			return nil
		}
		if s.Typing() || !s.jump(msg) {
			return s.form.Update(msg)
		}
	case s.jump(msg):
	case s.section == scenarioSection:
		s.pressScenario(msg)
	default:
		s.pressLearner(msg)
	}
	return nil
}

// jump goes to the section whose number was pressed.
func (s *Screen) jump(msg tea.KeyMsg) bool {
	for to, binding := range s.keys.Jump {
		if key.Matches(msg, binding) {
			s.goTo(section(to))
			return true
		}
	}
	return false
}

func (s *Screen) goTo(to section) {
	s.section = to
	s.form.SetActive(to == parameterSection)
}

func (s *Screen) pressSharing(msg tea.KeyMsg) {
	k := &s.keys
	switch {
	case key.Matches(msg, k.Leave), key.Matches(msg, k.Share):
		s.sharing = false
	default:
		s.offset = s.moved(msg, s.offset, len(s.shareLines()))
	}
}

// moved is where a cursor at a place in a list of n goes; the ends hold.
func (s *Screen) moved(msg tea.KeyMsg, at, n int) int {
	switch k := &s.keys; {
	case key.Matches(msg, k.Up):
		at--
	case key.Matches(msg, k.Down):
		at++
	case key.Matches(msg, k.First):
		at = 0
	case key.Matches(msg, k.Last):
		at = n - 1
	}
	return min(max(at, 0), n-1)
}
