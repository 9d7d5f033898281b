package setup

import (
	"fmt"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/scenarios"
	"regretscope/ui/form"
)

// readMsg brings a scenario that had to be read.
type readMsg struct {
	source   Source
	scenario *scenarios.Scenario
	err      error
}

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

func (s *Screen) pressScenario(msg tea.KeyMsg) {
	// Where the cursor is, is what is chosen: there is nothing else to choose.
	if key.Matches(msg, s.keys.Into, s.keys.Choose) {
		s.into(s.entries[s.entry].fields)
		return
	}
	s.entry = s.moved(msg, s.entry, len(s.entries))
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
	rows := s.rows()
	at := rows[s.row]
	switch {
	case key.Matches(msg, s.keys.Choose) && at.slot != nil:
		s.remove(at.slot)
	case key.Matches(msg, s.keys.Choose, s.keys.Copy):
		s.add(at)
	case key.Matches(msg, s.keys.Into) && at.slot != nil:
		s.into(at.slot.fields)
	default:
		s.row = s.moved(msg, s.row, len(rows))
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

// add chooses a learner, once more where it was chosen already.
func (s *Screen) add(at row) {
	if reason := s.reason(at.Declaration); reason != "" {
		s.refusal = fmt.Sprintf("%s cannot play %s: %s", at.Name, s.built.scenario.Name, reason)
		return
	}
	if n := len(s.playing()); n >= MaxLearners {
		s.refusal = fmt.Sprintf("%d learners are chosen already, and the run screen shows up to %d side by side: "+
			"take one away first", n, MaxLearners)
		return
	}
	if at.slot == nil {
		s.chosen = append(s.chosen, newSlot(learners.Choice{Declaration: at.Declaration}))
		return
	}
	// The cursor goes with the copy, whose row is the last of this learner's.
	s.chosen = append(s.chosen, at.slot.copy())
	s.row = s.rowOf(s.chosen[len(s.chosen)-1])
}

// remove takes a chosen learner away; the cursor stays on the learner.
func (s *Screen) remove(gone *slot) {
	s.chosen = slices.DeleteFunc(s.chosen, func(c *slot) bool { return c == gone })
	rows := s.rows()
	s.row = min(s.row, len(rows)-1)
	if rows[s.row].Declaration != gone.Declaration {
		s.row = slices.IndexFunc(rows, func(r row) bool { return r.Declaration == gone.Declaration })
	}
}

func (s *Screen) rowOf(wanted *slot) int {
	return slices.IndexFunc(s.rows(), func(r row) bool { return r.slot == wanted })
}

// start begins the run, or goes to what is wrong.
func (s *Screen) start() tea.Cmd {
	s.refresh()
	if e := s.entries[s.entry]; e.reads && s.built.err != nil {
		// What could not be read may have been mended since.
		s.built = built{source: s.built.source}
		for _, f := range e.fields {
			f.Refuse(nil)
		}
		if wrong := firstWrong(e.fields); wrong != nil {
			s.built.err = wrong.Err()
		}
	}
	if s.unread() {
		s.waiting = true
		return s.read()
	}
	config, err := s.Config()
	if err != nil {
		s.goToWrong(err)
		return nil
	}
	start := StartMsg{Config: config, Source: s.built.source}
	return func() tea.Msg { return start }
}

// goToWrong moves the focus to where an error can be mended.
func (s *Screen) goToWrong(err error) {
	fields := s.entries[s.entry].fields
	s.sharing = false
	switch wrong := s.form.Wrong(); {
	case wrong != nil:
		s.into([]*form.Field{wrong})
	case s.built.err != nil && len(fields) > 0:
		s.into(fields)
	case s.built.err != nil:
		s.goTo(scenarioSection)
	default:
		s.goTo(learnerSection)
	}
	s.refusal = err.Error()
}

// unread says whether the scenario still has to be read from files.
func (s *Screen) unread() bool { return s.built.scenario == nil && s.built.err == nil }

// editingSource says whether somebody is at work on what is to be read.
func (s *Screen) editingSource() bool {
	return s.Typing() && slices.Contains(s.entries[s.entry].fields, s.form.Focus())
}

// read reads the scenario, if it has to be read and nobody does yet.
func (s *Screen) read() tea.Cmd {
	if !s.unread() || s.built.loading {
		return nil
	}
	s.built.loading = true
	source, build := s.built.source, s.entries[s.entry].build
	return func() tea.Msg {
		scenario, err := build(source)
		return readMsg{source, scenario, err}
	}
}

// take accepts what was read, unless something else has been asked for since.
func (s *Screen) take(msg readMsg) tea.Cmd {
	if msg.source != s.built.source {
		return nil
	}
	s.built = built{source: msg.source, scenario: msg.scenario, err: msg.err}
	if fields := s.entries[s.entry].fields; msg.err != nil && len(fields) > 0 {
		fields[len(fields)-1].Refuse(msg.err) // the file or folder is asked for last
	}
	s.refresh()
	switch {
	case !s.waiting:
		return nil
	case msg.err != nil:
		s.waiting = false
		s.goToWrong(msg.err)
		return nil
	default:
		s.waiting = false
		return s.start()
	}
}
