package run

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/script"
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

// Place returns where the screen is, or where a jump under way leads.
func (s *Screen) Place() Place {
	config := s.whatIf.compared(s.driver.Target())
	return Place{config, s.driver.Round(), s.Focus.Learner, s.chart.Chosen(), s.Focus.hidden}
}

// CommandLine returns the command line that opens a run of c where the screen is.
func (s *Screen) CommandLine(c *model.Config) string {
	line := strings.Join(script.CommandLine(c), " ")
	if round := s.driver.Round(); round > 0 && !c.Waits() { // a game begins again
		line += fmt.Sprintf(" --at-round %d", round)
	}
	if view := s.chart.Chosen(); view != "" {
		line += " --view " + view
	}
	if s.Focus.Learner > 0 {
		line += fmt.Sprintf(" --focus %d", s.Focus.Learner+1)
	}
	return line
}

// Return goes to a place of the present run, if its learner may be seen.
func (s *Screen) Return(p Place) tea.Cmd {
	s.chart.SetView(p.View)
	if s.Focus.maySee(p.Learner) == nil {
		s.Focus.Learner = p.Learner
	}
	return s.refresh(s.driver.Seek(p.Round))
}
