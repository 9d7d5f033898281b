package setup

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit/form"
)

// Update takes a message; commands read files, or start the run.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case readMsg:
		return s.take(msg)
	case tea.KeyMsg, tea.MouseMsg:
		s.refusal, s.waiting = "", false
		var cmd tea.Cmd
		if press, ok := msg.(tea.KeyMsg); ok {
			cmd = s.press(press)
		} else {
			s.click(msg.(tea.MouseMsg))
		}
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
	case s.filtering():
		return s.pressFilter(msg)
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
	case s.filter() != nil && key.Matches(msg, k.Filter):
		s.filter().typing = true
	case s.filter() != nil && s.filter().active() && key.Matches(msg, k.Leave):
		s.filter().clear()
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

func (s *Screen) pressScenario(msg tea.KeyMsg) {
	// The scenario at the cursor is the chosen one: there is nothing else to choose.
	if key.Matches(msg, s.keys.Into, s.keys.Choose) {
		s.into(s.entries[s.entry].fields)
		return
	}
	listed := s.listed()
	if len(listed) > 0 {
		s.entry = listed[s.moved(msg, max(slices.Index(listed, s.entry), 0), len(listed))]
	}
}

// into goes to the first of some fields, if the form has them.
func (s *Screen) into(fields []*form.Field) {
	if s.canFocus(fields) {
		s.form.FocusOn(fields[0])
		s.goTo(parameterSection)
	}
}

func (s *Screen) canFocus(fields []*form.Field) bool {
	return len(fields) > 0 && s.form.Has(fields[0])
}

func (s *Screen) pressLearner(msg tea.KeyMsg) {
	at, ok := s.at()
	if !ok {
		return
	}
	k := &s.keys
	switch {
	case key.Matches(msg, k.Choose):
		s.toggle()
	case key.Matches(msg, k.Copy):
		s.duplicate()
	case key.Matches(msg, k.Into) && at.heading():
		s.unfold(at.reason, true)
	case key.Matches(msg, k.Into) && at.slot != nil:
		s.into(at.slot.fields)
	default:
		s.row = s.moved(msg, s.row, len(s.rows))
	}
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
