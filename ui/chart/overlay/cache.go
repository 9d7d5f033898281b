package overlay

import (
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/model/theory"
	"regretscope/scenarios"
)

// maxKept is the number of learners whose curves a cache keeps: more than a person looks at, in
// little memory.
const maxKept = 64

// A Cache has the theory of learners in configurations, each computed once outside of the event
// loop. The zero value is ready to use.
type Cache struct {
	curves  map[subject][]theory.Curve
	pending map[subject]bool // being computed
}

// A subject is everything that theory depends on: neither the seed nor the other learners.
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

// ComputedMsg brings the curves that Compute computed; pass it to Store.
type ComputedMsg struct {
	subject subject
	curves  []theory.Curve
}

// Theory returns the theory of a learner in a configuration; ok is false while it is unknown.
func (s *Cache) Theory(c *model.Config, learner int) (curves []theory.Curve, ok bool) {
	curves, ok = s.curves[subjectOf(c, learner)]
	return curves, ok
}

// Compute returns the command that computes the theory of a learner; nil if it is known or
// being computed.
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
