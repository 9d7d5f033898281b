package audit

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	audits "regretscope/model/audit"
	"regretscope/noise/declare"
	"regretscope/ui/kit"
)

// Update handles a message; audits run in commands.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	if msg, ok := msg.(tea.KeyMsg); ok {
		return kit.RunKey(s.Commands(), msg)
	}
	if msg, ok := msg.(savedMsg); ok {
		s.saved(msg)
		return nil
	}
	exact, cmd := s.exact.Update(msg)
	if exact != nil {
		s.entries, s.err = exact.Value, exact.Err
		s.Changed()
		cmd = s.look()
	}
	if found, _ := s.curves.Update(msg); found != nil {
		s.entries[s.curvesOf].curves = found.Value
		s.Changed()
	}
	audit, again := s.task.Update(msg)
	if audit != nil {
		s.store(audit)
	}
	if again != nil {
		s.Changed() // the progress bar has moved
	}
	return tea.Batch(cmd, again)
}

const scrolled = 3 // lines by which a panel is scrolled

func (s *Screen) goTo(to part) {
	s.part = to
	s.scroll.Top()
}

func (s *Screen) turn(by int) tea.Cmd {
	n := len(s.entries)
	s.at = (s.at + by + n) % n
	s.scroll.Top()
	return s.look()
}

// toggle starts a statistical audit of the learner that is looked at, or stops
// the one that is running.
func (s *Screen) toggle() tea.Cmd {
	switch {
	case !s.task.Running():
		return s.start()
	case s.audited != s.at:
		s.refusal = "only one audit runs at a time: " + s.entries[s.audited].Spec.Label() + " is being audited now"
	default:
		s.task.Drop()
		s.entry().note = "The audit was stopped before it measured anything"
	}
	return nil
}

func (s *Screen) start() tea.Cmd {
	s.audited = s.at
	s.entry().note = ""
	work := &audits.Audit{
		Config: s.config, Learner: s.at, Runs: ladder[s.runs], Confidence: audits.DefaultConfidence,
	}
	return s.task.Start(func(ctx context.Context, progress func(done, total int)) (*audits.Finding, error) {
		return work.Run(ctx, func(p model.Progress) { progress(p.Done, p.Total) })
	})
}

// store keeps what a statistical audit found.
func (s *Screen) store(result *kit.Result[*audits.Finding]) {
	e := &s.entries[s.audited]
	s.Changed()
	if result.Err != nil {
		e.note = kit.Capital(declare.Printable(result.Err.Error()))
		return
	}
	e.Statistics = result.Value.Statistics
	e.Losses = lossesOf(&e.Finding.Finding)
}

// setRuns changes how many runs the next statistical audit has.
func (s *Screen) setRuns(to int) {
	switch {
	case s.task.Running():
		s.refusal = "the number of runs cannot be changed while an audit is running"
	case to < 0 || to >= len(ladder):
		s.refusal = fmt.Sprintf("an audit has from %s to %s runs on each sequence",
			kit.Count(ladder[0]), kit.Count(ladder[len(ladder)-1]))
	default:
		s.runs = to
	}
}
