package drive

import (
	"context"
	"slices"
	"sync"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/kit"
)

// A Probe plays single rounds in a session of its own, beside the run. The zero value is ready
// for use; its methods are for the event loop.
type Probe struct {
	task   kit.Task[*ProbedMsg]
	config *model.Config
	aside  *aside
}

// aside is a probe's session, used by one command at a time.
type aside struct {
	sync.Mutex
	session *model.Session // nil before the first look
}

// A Question asks why a learner did not play an arm.
type Question struct{ Learner, Arm int }

// A ProbedMsg brings the state of a round.
type ProbedMsg struct {
	Shot    *model.Snapshot
	Changed []bool        // by learner: its play differs from the round before
	WhyNot  *model.WhyNot // nil without a question, or if the arm was played

	of *Probe
}

// Of reports whether the message answers this probe.
func (m *ProbedMsg) Of(p *Probe) bool { return m.of == p }

// Look requests a round and an answer to a question, if there is one, in place of earlier
// requests; round 0 requests nothing.
func (p *Probe) Look(config *model.Config, round int, question *Question) tea.Cmd {
	if config != p.config {
		p.config, p.aside = config, &aside{}
	}
	if round == 0 {
		p.task.Drop()
		return nil
	}
	aside := p.aside
	return p.task.Start(func(ctx context.Context, _ func(int, int)) (*ProbedMsg, error) {
		aside.Lock()
		defer aside.Unlock()
		if aside.session == nil {
			aside.session = model.NewSession(config)
		}
		for !aside.session.SeekFor(round-1, budget) {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
		}
		found := &ProbedMsg{of: p}
		if question != nil {
			if answer, ok := aside.session.WhyNot(question.Learner, question.Arm); ok {
				found.WhyNot = &answer
			}
		}
		found.step(aside.session)
		return found, nil
	})
}

// Update handles the probe's own messages.
func (p *Probe) Update(msg tea.Msg) tea.Cmd {
	switch done, _ := p.task.Update(msg); {
	case done == nil:
	case done.Err != nil: // memory is full
		p.config, p.aside = nil, nil
	default:
		return func() tea.Msg { return *done.Value }
	}
	return nil
}

func (m *ProbedMsg) step(s *model.Session) {
	before := s.Snapshot()
	s.Advance(1)
	m.Shot = s.Snapshot()
	for i := range m.Shot.Learners {
		then, now := before.Learners[i].Play, m.Shot.Learners[i].Play
		m.Changed = append(m.Changed, before.Round > 0 && !slices.Equal(then, now))
	}
}
