package setup

import (
	"errors"
	"fmt"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/declare"
	"regretscope/ui/kit/form"
)

var (
	errReading    = errors.New("the scenario is being read")
	errNoLearners = errors.New("no learner is chosen: space chooses one")
	errNonePlays  = errors.New("none of the chosen learners can play this scenario: choose another")
)

// Config is what the screen says; the error is the first thing that is wrong.
func (s *Screen) Config() (*model.Config, error) {
	c, err := s.assemble()
	if err != nil {
		return nil, err
	}
	return c, c.Check()
}

// assemble is Config without the last check, of how everything goes together.
func (s *Screen) assemble() (*model.Config, error) {
	if s.built.err != nil {
		return nil, s.built.err
	}
	if s.built.scenario == nil {
		return nil, errReading
	}
	epsilon, horizon, seed, err := s.run.read()
	if err != nil {
		return nil, err
	}
	c := &model.Config{Scenario: s.built.scenario.Within(horizon), Horizon: horizon, Epsilon: epsilon, Seed: seed, Programs: s.programs}
	playing := s.playing()
	switch {
	case len(s.chosen) == 0:
		return nil, errNoLearners
	case len(playing) == 0:
		return nil, errNonePlays
	case len(playing) > model.MaxLearners:
		return nil, fmt.Errorf("%d learners are chosen: the run screen shows up to %d side by side", len(playing), model.MaxLearners)
	}
	for _, slot := range playing {
		choice, err := slot.Choice()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", slot.Name, err)
		}
		c.Learners = append(c.Learners, choice)
	}
	if s.takesChannel() {
		c.Channel = s.run.channel.Text()
		return c, s.run.channel.Err()
	}
	return c, nil
}

// refresh updates what depends on what has changed: the scenario is built anew
// unless it is read from files, and defaults, rows and the form follow it.
func (s *Screen) refresh() {
	s.Changed()
	e := s.entries[s.entry]
	if asked := e.Source(); asked != s.built.source || e != s.built.entry {
		s.built = built{entry: e, source: asked}
		for _, f := range e.Fields {
			f.Refuse(nil)
		}
		if wrong := firstWrong(e.Fields); wrong != nil {
			s.built.err = wrong.Err()
		} else if !e.Reads {
			s.built.scenario, s.built.err = e.Build(asked)
		}
	}
	if s.built.scenario != nil {
		s.run.follow(s.built.scenario)
	}
	s.bringComparison()
	s.relist()
	for _, slot := range s.playing() {
		s.deriveDefaults(slot)
	}
	s.refreshChannel()
	s.form.SetSections(s.formSections())
}

// deriveDefaults fills in the defaults that depend on the rest of the choice.
func (s *Screen) deriveDefaults(slot *slot) {
	slot.Derive(s.run.epsilon.Value(), func(choice learners.Spec) (v declare.Values, known bool) {
		epsilon, horizon, seed, err := s.run.read()
		if err != nil || s.built.scenario == nil {
			return v, false
		}
		c := model.Config{
			Scenario: s.built.scenario.Within(horizon), Learners: []learners.Spec{choice},
			Horizon: horizon, Epsilon: epsilon, Seed: seed, Programs: s.programs,
		}
		if slot.Channel != "" {
			c.Channel = s.run.channel.Text()
		}
		if c.Check() != nil {
			return v, false
		}
		return c.Values(0), true
	})
}

func firstWrong(fields []*form.Field) *form.Field {
	for _, f := range fields {
		if f.Err() != nil {
			return f
		}
	}
	return nil
}

// formSections is what the form asks: about the run, the scenario and every
// learner that plays.
func (s *Screen) formSections() []form.Section {
	all := []form.Section{{Title: "Run", Fields: s.run.all(s.takesChannel())}}
	if e := s.entries[s.entry]; len(e.Fields) > 0 {
		all = append(all, form.Section{Title: "Scenario: " + e.Title, Fields: e.Fields})
	}
	playing := s.playing()
	names := form.Labels(playing)
	for i, slot := range playing {
		section := form.Section{Title: fmt.Sprintf("%d %s", i+1, names[i]), Fields: slot.Fields}
		if len(slot.Fields) == 0 {
			section.Note = "takes no parameters"
		}
		all = append(all, section)
	}
	if s.typedProgram != nil && s.typedProgram.open {
		all = append(all, form.Section{Title: "Your own program", Fields: []*form.Field{s.typedProgram.field}})
	}
	return all
}
