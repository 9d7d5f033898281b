package run

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/noise/curve"
)

// A personal loss is what a person behind one round of each release loses by the measure
// in focus. δ of many releases takes too long for a frame: it is worked out beside the
// run, once that stands still.
type personal struct {
	of      *model.Snapshot
	learner int
	measure curve.Measure
	started bool
	loss    *curve.Value // nil while it is not known
}

// keepPerson works out what is cheap of what is seen, and forgets the rest.
func (s *Screen) keepPerson() {
	p := &s.person
	if p.of == s.shown.shot && p.learner == s.learner && p.measure == s.measure {
		return
	}
	s.weighing.Drop()
	*p = personal{of: s.shown.shot, learner: s.learner, measure: s.measure}
	if p.of == nil || s.measure.Notion == curve.Delta {
		return
	}
	if once := s.focused().Once; once != nil {
		loss := s.measure.Of(once)
		p.loss = &loss
	}
}

// weigh works out the rest, unless the run goes on.
func (s *Screen) weigh() tea.Cmd {
	p := &s.person
	if p.of == nil || p.loss != nil || p.started || s.shown.running || s.shown.search != "" {
		return nil
	}
	once := s.focused().Once
	if once == nil {
		return nil
	}
	p.started = true
	measure := p.measure
	return s.weighing.Start(func(context.Context, func(int, int)) (curve.Value, error) { return measure.Of(once), nil })
}
