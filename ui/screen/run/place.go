package run

import (
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
)

// A Place is what a person looks at: a run, a round, the learner in focus, and the view of
// the chart. It is small, because a run is a pure function of its configuration.
type Place struct {
	Config  *model.Config
	Round   int
	Learner int    // from 0
	View    string // by its name; empty: the first

	hidden hiding
}

// Place is where the screen is, or where a jump under way leads.
func (s *Screen) Place() Place {
	config := s.whatIf.Compared(s.driver.Target())
	return Place{config, s.driver.Round(), s.learner, s.chart.Chosen(), s.hidden}
}

// Jumps counts the jumps so far, other than those to another screen: to a round, to an
// event, to a new run, or to other learners.
func (s *Screen) Jumps() (jumps int, config *model.Config) {
	return s.driver.Jumps(), s.whatIf.Compared(s.driver.Target())
}

// Return goes to a place of the present run.
func (s *Screen) Return(p Place) tea.Cmd {
	s.look(p)
	return s.settle(s.driver.Seek(p.Round))
}

// look follows the learner of a place, if it may be seen, in its view.
func (s *Screen) look(p Place) {
	s.chart.SetView(p.View)
	if s.maySee(p.Learner) == nil {
		s.learner = p.Learner
	}
}
