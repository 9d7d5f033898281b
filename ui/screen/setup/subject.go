package setup

import (
	"slices"
	"strings"

	"regretscope/noise/channel"
	"regretscope/ui/kit/form"
)

// Subject is what the cursor is at, as a word that is explained: a scenario, a
// learner, a parameter of the run, or whose parameter it is.
func (s *Screen) Subject() string {
	switch s.section {
	case scenarioSection:
		return s.scenarioSubject()
	case learnerSection:
		if r, ok := s.at(); ok && !r.heading() {
			return r.ID
		}
		return ""
	}
	return s.fieldSubject(s.form.Focus())
}

func (s *Screen) scenarioSubject() string {
	e := s.entries[s.entry]
	switch {
	case e.Preset != nil:
		return e.Name
	case e.Source().Arms != "":
		return "arm"
	}
	return ""
}

func (s *Screen) fieldSubject(field *form.Field) string {
	switch field {
	case s.run.channel:
		id, _, _ := strings.Cut(field.Value(), ",")
		if _, err := channel.Find(id); err != nil {
			return "channel" // each learner's own, or something that is none
		}
		return id
	case s.run.epsilon, s.run.horizon, s.run.seed:
		return field.Name
	}
	for _, slot := range s.chosen {
		if slices.Contains(slot.Fields, field) {
			return slot.ID
		}
	}
	return s.scenarioSubject()
}
