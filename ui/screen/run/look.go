package run

import (
	"fmt"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/screen/run/layout"
)

const page = 10 // lines

func (s *Screen) noOverlay() tea.Cmd {
	return s.refuse("nothing is known to lay over this view for %s; x plays replications",
		s.shown.shot.Views[s.learner].Choice.Label())
}

// turnPanel goes to another panel. The chart is seen in any case, unless one
// panel is zoomed: the others are walked through.
func (s *Screen) turnPanel(by int) {
	if s.zoom {
		s.focus = (s.focus + by + s.visible()) % s.visible()
		return
	}
	others := s.visible() - 1
	s.focus = (max(s.focus, 1)-1+by+others)%others + 1
}

// nextSet shows fewer panels, or all again.
func (s *Screen) nextSet() {
	s.zoom, s.show = false, s.show.Next()
	if s.show != layout.All {
		s.focus = 0
	}
}

func (s *Screen) turnLearner(by int) {
	n := len(s.Config().Learners)
	for range n {
		if s.learner = (s.learner + by + n) % n; s.maySee(s.learner) == nil {
			return
		}
	}
}

// toLearner looks at a learner by its number.
func (s *Screen) toLearner(text string) error {
	n, err := strconv.Atoi(text)
	if most := len(s.Config().Learners); err != nil || n < 1 || n > most {
		return fmt.Errorf("learner %s: must be a whole number from 1 to %d", text, most)
	}
	if err := s.maySee(n - 1); err != nil {
		return err
	}
	s.learner = n - 1
	return nil
}

// toArm looks at an arm by its number.
func (s *Screen) toArm(text string) error {
	n, err := strconv.Atoi(text)
	if most := s.Config().Scenario.Arms(); err != nil || n < 1 || n > most {
		return fmt.Errorf("arm %s: must be a whole number from 1 to %d", text, most)
	}
	s.arm = n - 1
	return nil
}

// leave takes back, one after the other: a search, the zoom, the chosen arm.
func (s *Screen) leave() tea.Cmd {
	switch {
	case s.driver.Search() != "":
		return s.driver.Interrupt()
	case len(s.bets.settled) > 0:
		s.bets.settled, s.bets.marks = nil, nil
	case s.zoom:
		s.zoom = false
	default:
		s.arm = -1
	}
	return nil
}

// Pause pauses the run, before another screen is shown.
func (s *Screen) Pause() tea.Cmd {
	if s.driver.Running() {
		return s.driver.Toggle()
	}
	return nil
}
