package setup

import (
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
)

// click goes to what was clicked: a section, a scenario, a learner, a field, or
// a named comparison. A click on the learner or the comparison at the cursor
// does what choosing it does. The wheel moves the cursor.
func (s *Screen) click(msg tea.MouseMsg) error {
	if by := (map[tea.MouseButton]int{tea.MouseButtonWheelUp: -1, tea.MouseButtonWheelDown: 1})[msg.Button]; by != 0 {
		s.wheel(by)
		return nil
	}
	if msg.Action != tea.MouseActionPress || msg.Button != tea.MouseButtonLeft || s.sharing {
		return nil
	}
	if s.browsing {
		return s.clickLineup(msg.Y)
	}
	places, wide, ok := arrange(s.width, s.height, len(s.warningLines())+1, s.section)
	which, y := hit(places, wide, msg.X, msg.Y)
	if !ok || which == sections {
		return nil
	}
	var err error
	if p := places[which]; !p.folded {
		err = s.clickIn(which, p, y-1)
	}
	s.goTo(which)
	return err
}

// hit is the section at a cell of the screen, and the cell's line within it; the
// section is sections where there is none.
func hit(places [sections]place, wide bool, x, y int) (which section, line int) {
	for i, p := range places {
		switch {
		case x >= 0 && x < p.width && y >= 0 && y < p.height:
			return section(i), y
		case wide:
			x -= p.width
		default:
			y -= p.height
		}
	}
	return sections, 0
}

// clickIn goes to the item in a line within a section's frame.
func (s *Screen) clickIn(which section, p place, y int) error {
	width, height := p.width-kit.FrameWidth, p.height-kit.FrameHeight
	switch which {
	case scenarioSection:
		if item, ok := s.scenarioPart(width, height).itemAt(y); ok {
			s.entry = item
		}
	case learnerSection:
		item, ok := s.learnerPart(width, height).itemAt(y)
		if ok && item == s.row && s.section == which {
			return s.toggle()
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

func (s *Screen) clickLineup(y int) error {
	item, ok := s.lineupPart(s.width-kit.FrameWidth, s.height-kit.FrameHeight-1).itemAt(y - 1)
	if ok && item == s.lineup {
		return s.takeLineup()
	} else if ok {
		s.lineup = item
	}
	return nil
}

func (s *Screen) wheel(by int) {
	switch {
	case s.sharing:
		s.offset = min(max(s.offset+by, 0), len(s.shareLines())-1)
	case s.browsing:
		s.lineup = min(max(s.lineup+by, 0), len(s.lineups)-1)
	case s.section == parameterSection:
		s.form.Move(by)
	default:
		s.moveBy(by)
	}
}
