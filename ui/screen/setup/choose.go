package setup

import (
	"fmt"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/learners"
	"regretscope/ui/kit/form"
)

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
