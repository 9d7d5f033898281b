package setup

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/scenarios"
	"regretscope/ui/kit/form"
)

// readMsg brings a scenario that had to be read.
type readMsg struct {
	source   Source
	scenario *scenarios.Scenario
	err      error
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
