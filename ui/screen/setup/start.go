package setup

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/scenarios"
	"regretscope/ui/kit/form"
	"regretscope/ui/screen/setup/source"
)

// readMsg brings a scenario that had to be read.
type readMsg struct {
	source   source.Source
	scenario *scenarios.Scenario
	err      error
}

// start begins the run, or goes to what is wrong.
func (s *Screen) start() (tea.Cmd, error) {
	s.refresh()
	if e := s.entries[s.entry]; e.Reads && s.built.err != nil {
		// What could not be read may have been mended since.
		s.built = built{entry: e, source: s.built.source}
		for _, f := range e.Fields {
			f.Refuse(nil)
		}
		if wrong := firstWrong(e.Fields); wrong != nil {
			s.built.err = wrong.Err()
		}
	}
	if s.unread() {
		s.waiting = true
		return s.read(), nil
	}
	config, err := s.Config()
	if err != nil {
		s.goToWrong()
		return nil, err
	}
	s.asked = &Start{Config: config, Source: s.built.source}
	return func() tea.Msg { return StartMsg{} }, nil
}

// Asked returns the run that has been asked for, once; nil where there is none.
func (s *Screen) Asked() *Start {
	start := s.asked
	s.asked = nil
	return start
}

func (s *Screen) goTo(to section) {
	s.section = to
	s.Changed()
	s.form.SetActive(to == parameterSection)
}

// goToWrong moves the focus to where what is wrong can be put right.
func (s *Screen) goToWrong() {
	fields := s.entries[s.entry].Fields
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
}

// unread says whether the scenario still has to be read from files.
func (s *Screen) unread() bool { return s.built.scenario == nil && s.built.err == nil }

// editingSource reports whether the field of a file or folder is being edited.
func (s *Screen) editingSource() bool {
	return s.Typing() && slices.Contains(s.entries[s.entry].Fields, s.form.Focus())
}

// read starts loading the scenario unless it is loaded or already loading.
func (s *Screen) read() tea.Cmd {
	if !s.unread() || s.built.loading {
		return nil
	}
	s.built.loading = true
	from, build := s.built.source, s.entries[s.entry].Build
	return func() tea.Msg {
		scenario, err := build(from)
		return readMsg{from, scenario, err}
	}
}

// onRead stores the loaded scenario, unless the user has chosen another one
// meanwhile.
func (s *Screen) onRead(msg readMsg) tea.Cmd {
	if msg.source != s.built.source {
		return nil
	}
	s.built.scenario, s.built.err, s.built.loading = msg.scenario, msg.err, false
	if fields := s.entries[s.entry].Fields; msg.err != nil && len(fields) > 0 {
		fields[len(fields)-1].Refuse(msg.err) // the file or folder is asked for last
	}
	s.refresh()
	if !s.waiting {
		return nil
	}
	s.waiting = false
	if msg.err != nil {
		s.goToWrong()
		s.refusal = msg.err.Error()
		return nil
	}
	cmd, err := s.start()
	if err != nil {
		s.refusal = err.Error()
	}
	return cmd
}
