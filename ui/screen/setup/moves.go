package setup

import "regretscope/ui/kit"

// filter returns the list of the focused section, which can be filtered; nil if it has none.
func (s *Screen) filter() *list {
	switch s.section {
	case scenarioSection:
		return &s.scenarios.list
	case learnerSection:
		return &s.learners.list
	}
	return nil
}

func (s *Screen) filtering() bool {
	f := s.filter()
	return f != nil && f.typing && s.page == noPage
}

// find lets the user type a filter, or sets it to a given text.
func (s *Screen) find(text string) error {
	f := s.filter()
	if f.typing = text == ""; !f.typing {
		f.line.SetText(text)
		s.followFilter()
	}
	return nil
}

// followFilter moves the cursor to an item that passes the filter.
func (s *Screen) followFilter() {
	if s.section == learnerSection {
		s.learners.rows, s.learners.at = s.learners.listRows(), 0
	} else {
		s.scenarios.move(0)
	}
}

// moveBy moves the cursor of what is shown, stopping at the ends.
func (s *Screen) moveBy(by int) {
	switch {
	case s.page == sharePage:
		s.offset = kit.MovedBy(s.offset, by, len(s.shareLines()))
	case s.page == comparisonPage:
		s.comparisons.move(by)
	case s.section == parameterSection:
		s.form.Move(by)
	case s.section == learnerSection:
		s.learners.at = kit.MovedBy(s.learners.at, by, len(s.learners.rows))
	default:
		s.scenarios.move(by)
	}
}

// takeComparison puts the comparison at the cursor on the screen.
func (s *Screen) takeComparison(string) error {
	config, err := s.comparisons.config()
	if err != nil {
		return err
	}
	s.Edit(config)
	s.goTo(learnerSection)
	return nil
}

// duplicate chooses a learner once more and goes to its fields, because a copy is made to be changed.
func (s *Screen) duplicate(string) error {
	added, err := s.learners.duplicate()
	if err != nil {
		return err
	}
	s.refresh()
	s.into(added.Fields)
	return nil
}
