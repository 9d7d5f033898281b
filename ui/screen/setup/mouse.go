package setup

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
)

// click goes to the clicked section, scenario, learner, field, or named comparison. A click on the
// learner or comparison at the cursor chooses it. The wheel moves the cursor.
func (s *Screen) click(msg tea.MouseMsg) error {
	if by := kit.Wheel(msg); by != 0 {
		s.moveBy(by)
		return nil
	}
	if !kit.Clicked(msg) || s.sharing {
		return nil
	}
	if s.browsing {
		item, ok := s.lineupPart(s.Width-kit.FrameWidth, s.Height-kit.FrameHeight-1).ItemAt(msg.Y - 1)
		if ok && item == s.families()[s.family()][0] {
			return s.takeLineup("")
		} else if ok {
			s.lineup = item
		}
		return nil
	}
	l := s.layout()
	at := slices.IndexFunc(l.sections[:], func(r kit.Rect) bool { return r.Contains(msg.X, msg.Y) })
	if at < 0 {
		return nil
	}
	which, r := section(at), l.sections[at]
	var err error
	if !l.folded(which) {
		err = s.clickIn(which, r, msg.Y-r.Y-1)
	}
	s.goTo(which)
	return err
}

// clickIn goes to the item in a line within a section's frame.
func (s *Screen) clickIn(which section, r kit.Rect, y int) error {
	width, height := r.Inside()
	switch which {
	case scenarioSection:
		if item, ok := s.scenarioPart(width, height).ItemAt(y); ok {
			s.entry = item
		}
	case learnerSection:
		item, ok := s.learnerPart(width, height).ItemAt(y)
		if ok && item == s.row && s.section == which {
			return s.toggle("")
		} else if ok {
			s.row = item
		}
	default:
		s.form.SetSize(width, height)
		if f := s.form.FieldAt(y); f != nil {
			s.form.FocusOn(f)
		}
	}
	return nil
}
