package setup

import (
	"slices"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/declare"
	"regretscope/ui/kit/form"
)

// A slot is a chosen learner with the fields for what it can be given.
type slot struct {
	*learners.Declaration
	fields []*form.Field
}

// newSlot makes the fields of a choice and fills them.
func newSlot(choice learners.Choice) *slot {
	s := &slot{Declaration: choice.Declaration}
	_, assignments, err := declare.SplitAssignments(choice.String())
	if err != nil {
		assignments = nil // a Choice writes what it reads; an error would be its defect
	}
	given := declare.Set{}
	for _, a := range assignments {
		given[a[0]] = a[1]
	}
	// Learners without privacy have no use for an ε, but may have been given one.
	if _, set := given["epsilon"]; set || s.Privacy == learners.Central || s.Privacy == learners.Local {
		s.fields = append(s.fields, &form.Field{
			Name: "epsilon", Label: "ε", Meaning: "its own privacy parameter, in place of the run's",
			Range: "a positive number or inf", Check: checkEpsilon,
		})
	}
	for i := range s.Parameters {
		s.fields = append(s.fields, form.FromParameter(&s.Parameters[i]))
	}
	setTexts(s.fields, given)
	return s
}

// copy is another slot with the same values.
func (s *slot) copy() *slot {
	c := newSlot(learners.Choice{Declaration: s.Declaration})
	for i, f := range c.fields {
		f.SetText(s.fields[i].Text())
	}
	return c
}

// choice is what the fields say; the error is of the first wrong one.
func (s *slot) choice() (learners.Choice, error) {
	c := learners.Choice{Declaration: s.Declaration}
	for _, f := range s.fields {
		if err := f.Err(); err != nil {
			return c, err
		}
		if f.Text() == "" {
			continue
		}
		var err error
		if c, err = c.With(f.Name, f.Text()); err != nil {
			return c, err
		}
	}
	return c, nil
}

// A row is a line of the list of learners: a chosen one, or one to choose.
type row struct {
	*learners.Declaration
	slot *slot // nil: not chosen
}

// rows lists every learner, those chosen more than once as often as chosen.
func (s *Screen) rows() []row {
	var all []row
	for _, d := range s.catalogue {
		before := len(all)
		for _, chosen := range s.chosen {
			if chosen.Declaration == d {
				all = append(all, row{d, chosen})
			}
		}
		if len(all) == before {
			all = append(all, row{d, nil})
		}
	}
	return all
}

// reason is why a learner cannot play the present scenario; empty where it can,
// and while there is no scenario.
func (s *Screen) reason(d *learners.Declaration) string {
	if s.built.scenario == nil {
		return ""
	}
	if err := model.Suits(d, s.built.scenario); err != nil {
		return err.Error()
	}
	return ""
}

// playing are the chosen learners that can play the scenario. The others are
// set aside, and come back with a scenario that they can play.
func (s *Screen) playing() []*slot {
	return slices.DeleteFunc(slices.Clone(s.chosen), func(c *slot) bool { return s.reason(c.Declaration) != "" })
}
