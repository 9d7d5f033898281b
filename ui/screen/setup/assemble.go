package setup

import (
	"errors"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/ui/kit"
	"regretscope/ui/kit/form"
	"regretscope/ui/script"
)

// Config returns the configuration that the screen describes; the error is the first mistake.
func (s *Screen) Config() (*model.Config, error) {
	c, err := s.assemble()
	if err != nil {
		return nil, err
	}
	return c, c.Check()
}

// CommandLine returns the command line of the choice; empty while it is incomplete.
func (s *Screen) CommandLine() string {
	c, err := s.Config()
	if err != nil {
		return ""
	}
	return strings.Join(script.CommandLine(c), " ")
}

func (s *Screen) setting() (*model.Config, error) {
	switch {
	case s.scenarios.built.err != nil:
		return nil, s.scenarios.built.err
	case s.scenarios.built.scenario == nil:
		return nil, errors.New("the scenario is being read")
	}
	c := &model.Config{Programs: s.programs}
	if err := s.run.read(c); err != nil {
		return nil, err
	}
	c.Scenario = s.scenarios.built.scenario.Within(c.Horizon)
	return c, nil
}

// assemble is Config without the last check, that everything fits together.
func (s *Screen) assemble() (*model.Config, error) {
	c, err := s.setting()
	playing := s.learners.playing()
	switch {
	case err != nil:
		return nil, err
	case len(s.learners.chosen) == 0:
		return nil, errors.New("no learner is chosen: space chooses one")
	case len(playing) == 0:
		return nil, errors.New("none of the chosen learners can play this scenario: choose another")
	case len(playing) > model.MaxLearners:
		return nil, fmt.Errorf("%d learners are chosen: the run screen shows up to %d",
			len(playing), model.MaxLearners)
	}
	for _, slot := range playing {
		spec, err := slot.Spec()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", slot.Name, err)
		}
		c.Learners = append(c.Learners, spec)
	}
	if s.takesChannel() {
		c.Channel = s.run.channel.Text()
		return c, s.run.channel.Err()
	}
	return c, nil
}

// refresh updates everything that depends on the choice: it rebuilds the scenario unless it is
// read from files, then defaults, rows, and the form.
func (s *Screen) refresh() {
	s.Changed()
	s.scenarios.follow()
	scenario := s.scenarios.built.scenario
	if scenario != nil {
		s.run.follow(scenario)
	}
	s.learners.follow(scenario)
	for _, slot := range s.learners.playing() {
		s.deriveDefaults(slot)
	}
	s.refreshChannel()
	s.form.SetSections(s.formSections())
}

// deriveDefaults fills in the defaults that depend on other choices.
func (s *Screen) deriveDefaults(slot *slot) {
	slot.Derive(s.run.epsilon.Value(), func(spec learners.Spec) (v param.Values, known bool) {
		c, err := s.setting()
		if err != nil {
			return v, false
		}
		c.Learners = []learners.Spec{spec}
		if slot.Channel != "" {
			c.Channel = s.run.channel.Text()
		}
		if c.Check() != nil {
			return v, false
		}
		return c.Values(0), true
	})
}

// formSections returns the fields of the form: about the run, the scenario, and every chosen
// learner.
func (s *Screen) formSections() []form.Section {
	all := []form.Section{{Title: "Run", Fields: s.run.fields(s.takesChannel())}}
	if e := s.scenarios.chosen; len(e.Fields) > 0 {
		all = append(all, form.Section{Title: "Scenario: " + e.Title, Fields: e.Fields})
	}
	playing := s.learners.playing()
	names := form.Labels(playing)
	for i, slot := range playing {
		all = append(all, form.Section{
			Title: fmt.Sprintf("%d %s", i+1, names[i]), Fields: slot.Fields,
			Note: kit.Unless(len(slot.Fields) > 0, "takes no parameters"),
		})
	}
	return all
}

func (s *Screen) start(string) (tea.Cmd, error) {
	s.refresh()
	if s.scenarios.chosen.Reads && s.scenarios.built.err != nil {
		s.scenarios.rebuild() // an unreadable file may have been corrected since
	}
	if s.scenarios.unread() {
		s.waiting = true
		return s.scenarios.read(), nil
	}
	config, err := s.Config()
	if err != nil {
		s.goToWrong()
		return nil, err
	}
	return s.startRun(config), nil
}

func (s *Screen) goTo(to section) {
	s.section = to
	s.Changed()
	s.form.SetActive(to == parameterSection)
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

// goToWrong moves the focus to the field with the mistake.
func (s *Screen) goToWrong() {
	fields := s.scenarios.chosen.Fields
	s.page = noPage
	switch wrong := s.form.Wrong(); {
	case wrong != nil:
		s.into([]*form.Field{wrong})
	case s.scenarios.built.err != nil && len(fields) > 0:
		s.into(fields)
	case s.scenarios.built.err != nil:
		s.goTo(scenarioSection)
	default:
		s.goTo(learnerSection)
	}
}

func (s *Screen) onRead(read *kit.Result[*scenarios.Scenario]) tea.Cmd {
	s.scenarios.onRead(read)
	s.refresh()
	if !s.waiting {
		return nil
	}
	s.waiting = false
	if read.Err != nil {
		s.goToWrong()
		s.Notice.Refuse(read.Err)
		return nil
	}
	cmd, err := s.start("")
	if err != nil {
		s.Notice.Refuse(err)
	}
	return cmd
}
