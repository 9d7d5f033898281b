package overlay

import (
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/model/theory"
	"regretscope/scenarios"
)

// maxKept is how many learners' curves a cache keeps: many more than a person
// looks at, and little memory.
const maxKept = 64

// A Cache keeps the theory of learners in configurations, each computed once and
// off the event loop. The zero value is ready for use.
type Cache struct {
	curves  map[subject][]theory.Curve
	pending map[subject]bool // being computed
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

// ComputedMsg brings the curves that Compute asked for; it is for Store.
type ComputedMsg struct {
	subject subject
	curves  []theory.Curve
}

// Theory returns what theory says of a learner of a configuration; ok is false
// while that is not known yet.
func (s *Cache) Theory(c *model.Config, learner int) (curves []theory.Curve, ok bool) {
	curves, ok = s.curves[subjectOf(c, learner)]
	return curves, ok
}

// Compute returns the command that computes what theory says of a learner, nil
// where that is known or on its way.
func (s *Cache) Compute(c *model.Config, learner int) tea.Cmd {
	of := subjectOf(c, learner)
	if _, known := s.curves[of]; known || s.pending[of] {
		return nil
	}
	if s.pending == nil {
		s.pending = map[subject]bool{}
	}
	s.pending[of] = true
	return func() tea.Msg { return ComputedMsg{of, c.Theory(learner)} }
}

// Store puts computed curves in the cache.
func (s *Cache) Store(msg ComputedMsg) {
	if s.curves == nil || len(s.curves) >= maxKept {
		s.curves = map[subject][]theory.Curve{}
	}
	delete(s.pending, msg.subject)
	s.curves[msg.subject] = msg.curves
}
