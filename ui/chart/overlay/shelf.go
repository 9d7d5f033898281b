package overlay

import (
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/model/theory"
	"regretscope/scenarios"
)

// maxKept is how many learners' curves a shelf keeps: many more than a person
// looks at, and little memory.
const maxKept = 64

// A Shelf keeps the theory of learners in configurations, each computed once and
// off the event loop, and the newest replications of one configuration. The zero
// value is ready for use.
type Shelf struct {
	of     *model.Config
	result *model.Result
	curves map[subject][]theory.Curve
	wanted map[subject]bool // on their way
}

// A subject is all that theory depends on: not the seed, nor the company.
type subject struct {
	scenario *scenarios.Scenario
	choice   string
	channel  string
	epsilon  float64
	horizon  int
}

func subjectOf(c *model.Config, learner int) subject {
	return subject{c.Scenario, c.Learners[learner].String(), c.Channel, c.Epsilon, c.Horizon}
}

// ComputedMsg brings the curves that Want asked for; it is for Take.
type ComputedMsg struct {
	subject subject
	curves  []theory.Curve
}

// Of returns what theory says of a learner of a configuration; ok is false
// while that is not known yet.
func (s *Shelf) Of(c *model.Config, learner int) (curves []theory.Curve, ok bool) {
	curves, ok = s.curves[subjectOf(c, learner)]
	return curves, ok
}

// Keep puts the replications of a configuration on the shelf, in place of others.
func (s *Shelf) Keep(c *model.Config, r *model.Result) { s.of, s.result = c, r }

// Result returns the replications of a configuration; nil where there are none.
func (s *Shelf) Result(c *model.Config) *model.Result {
	if s.of != c {
		return nil
	}
	return s.result
}

// Want returns the command that computes what theory says of a learner, nil
// where that is known or on its way.
func (s *Shelf) Want(c *model.Config, learner int) tea.Cmd {
	of := subjectOf(c, learner)
	if _, known := s.curves[of]; known || s.wanted[of] {
		return nil
	}
	if s.wanted == nil {
		s.wanted = map[subject]bool{}
	}
	s.wanted[of] = true
	return func() tea.Msg { return ComputedMsg{of, c.Theory(learner)} }
}

// Take puts computed curves on the shelf.
func (s *Shelf) Take(msg ComputedMsg) {
	if s.curves == nil || len(s.curves) >= maxKept {
		s.curves = map[subject][]theory.Curve{}
	}
	delete(s.wanted, msg.subject)
	s.curves[msg.subject] = msg.curves
}
