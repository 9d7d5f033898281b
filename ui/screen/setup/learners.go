package setup

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/param"
	"regretscope/ui/kit/form"
)

// A slot is a chosen learner with the fields for its parameters.
type slot = form.Learner

// A row is a line of the list of learners: a learner, chosen or not, or the heading of those
// that cannot play for the same reason.
type row struct {
	*learners.Declaration                         // nil on a heading
	slot                  *slot                   // nil: not chosen
	reason                string                  // why it cannot play the scenario; empty: it can
	folded                []*learners.Declaration // the learners below a heading
}

// featuredFirst sorts learners for the list. In each family, the default learners of its scenarios
// come first, because the list opens there.
func featuredFirst(all []*learners.Declaration) []*learners.Declaration {
	place := func(d *learners.Declaration) int { return cmp.Or(d.Featured, math.MaxInt) }
	return slices.SortedStableFunc(slices.Values(all), func(a, b *learners.Declaration) int {
		return cmp.Or(cmp.Compare(a.Family, b.Family), cmp.Compare(place(a), place(b)))
	})
}

func (r row) heading() bool { return r.Declaration == nil }

// listRows returns the rows of the learners that pass the filter: those that can play the scenario,
// and below them the others, by the reason why they cannot. A learner that was chosen several times
// has a row for each.
func (s *Screen) listRows() []row {
	var playable []row
	var reasons []string
	others := map[string][]row{}
	lets := s.filters[learnerSection].lets()
	for _, d := range s.offered() {
		if !lets(d.Name, d.ID, param.SpellOut(d.Paper), d.Family.String()) {
			continue
		}
		reason := s.reason(d)
		rows := s.rowsOf(d, reason)
		if reason == "" {
			playable = append(playable, rows...)
			continue
		}
		if others[reason] == nil {
			reasons = append(reasons, reason)
		}
		others[reason] = append(others[reason], rows...)
	}
	all := playable
	for _, reason := range reasons {
		heading := row{reason: reason}
		for _, r := range others[reason] {
			heading.folded = append(heading.folded, r.Declaration)
		}
		all = append(all, heading)
		if s.unfolded[reason] || s.filters[learnerSection].active() {
			all = append(all, others[reason]...)
		}
	}
	return all
}

// offered returns the learners of the catalog, the row that asks for a program, and the chosen
// programs.
func (s *Screen) offered() []*learners.Declaration {
	all := slices.Clone(s.catalog)
	if s.typedProgram != nil {
		all = append(all, s.typedProgram.row)
	}
	for _, chosen := range s.chosen {
		if chosen.Plays().Process() != nil && !slices.Contains(all, chosen.Declaration) {
			all = append(all, chosen.Declaration)
		}
	}
	return all
}

// rowsOf returns the rows of one learner, in the order in which it was chosen.
func (s *Screen) rowsOf(d *learners.Declaration, reason string) []row {
	var rows []row
	for _, chosen := range s.chosen {
		if chosen.Declaration == d {
			rows = append(rows, row{d, chosen, reason, nil})
		}
	}
	if rows == nil {
		rows = []row{{Declaration: d, reason: reason}}
	}
	return rows
}

// relist lists the learners again. The cursor stays on its row. If that row is gone, the cursor
// moves to another row of the same learner, or to the first row.
func (s *Screen) relist() {
	var at row
	if s.row < len(s.rows) {
		at = s.rows[s.row]
	}
	s.rows = s.listRows()
	s.row = slices.IndexFunc(s.rows, func(r row) bool {
		return r.Declaration == at.Declaration && r.slot == at.slot && (!r.heading() || r.reason == at.reason)
	})
	if s.row < 0 && at.Declaration != nil {
		s.row = slices.IndexFunc(s.rows, func(r row) bool { return r.Declaration == at.Declaration })
	}
	s.row = max(s.row, 0)
}

// at returns the row at the cursor; ok is false if the filter lets no row through.
func (s *Screen) at() (r row, ok bool) {
	if s.row >= len(s.rows) {
		return row{}, false
	}
	return s.rows[s.row], true
}

// reason returns why a learner cannot play the present scenario; empty if it can, or if there is no
// scenario.
func (s *Screen) reason(d *learners.Declaration) string {
	if s.built.scenario != nil {
		if err := model.Suits(d, s.built.scenario); err != nil {
			return err.Error()
		}
	}
	return ""
}

// playing returns the chosen learners that can play the scenario. The others come back with a
// scenario that they can play.
func (s *Screen) playing() []*slot {
	return slices.DeleteFunc(slices.Clone(s.chosen), func(c *slot) bool { return s.reason(c.Declaration) != "" })
}

// bringComparison replaces the learners by the scenario's own comparison, unless they were chosen
// by hand and one of them can play it.
func (s *Screen) bringComparison() {
	if s.built.scenario == nil || s.built.scenario == s.compared {
		return
	}
	s.compared = s.built.scenario
	if form.Written(s.chosen) != s.brought {
		s.byHand = s.chosen
	}
	if slices.ContainsFunc(s.byHand, func(c *slot) bool { return s.reason(c.Declaration) == "" }) {
		s.chosen = s.byHand
		return
	}
	own := form.NewLearners(model.DefaultLearners(s.built.scenario))
	own = slices.DeleteFunc(own, func(c *slot) bool { return !slices.Contains(s.catalog, c.Declaration) })
	if s.brought = form.Written(own); s.brought != form.Written(s.chosen) {
		s.chosen = own
		s.toFirstChosen()
	}
}

// toFirstChosen lists the learners again, with the cursor on the first chosen one.
func (s *Screen) toFirstChosen() {
	s.rows = s.listRows()
	s.row = 0
	if len(s.chosen) > 0 {
		s.row = max(s.rowOf(s.chosen[0]), 0)
	}
}

// toggle chooses or removes the learner at the cursor; on a heading it shows or hides the
// learners below it.
func (s *Screen) toggle(string) error {
	switch r, ok := s.at(); {
	case !ok:
	case r.heading():
		s.unfolded[r.reason] = !s.unfolded[r.reason]
	case r.slot != nil:
		s.chosen = slices.DeleteFunc(slices.Clone(s.chosen), func(c *slot) bool { return c == r.slot })
	case s.isTyped(r):
		_, err := s.askProgram("")
		return err
	default:
		if err := s.mayAdd(r); err != nil {
			return err
		}
		s.chosen = append(s.chosen, form.NewLearner(learners.Spec{Declaration: r.Declaration}))
	}
	return nil
}

// duplicate chooses the learner at the cursor once more, with the same parameters, and goes to the
// first of the copy's fields, because a copy is made to be changed.
func (s *Screen) duplicate(string) error {
	r, _ := s.at()
	if err := s.mayAdd(r); err != nil {
		return err
	}
	added := r.slot.Copy()
	s.chosen = append(s.chosen, added)
	s.refresh()
	s.row = s.rowOf(added)
	s.into(added.Fields)
	return nil
}

func (s *Screen) rowOf(added *slot) int {
	return slices.IndexFunc(s.rows, func(r row) bool { return r.slot == added })
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

// mayAdd returns an error if a row's learner cannot be chosen once more.
func (s *Screen) mayAdd(r row) error {
	switch n := len(s.playing()); {
	case r.reason != "":
		return fmt.Errorf("%s cannot play %s: %s", r.Name, s.built.scenario.Name, r.reason)
	case n >= model.MaxLearners:
		return fmt.Errorf("%d learners are chosen already, and the run screen shows up to %d: "+
			"remove one first", n, model.MaxLearners)
	}
	return nil
}
