package drive

import (
	"context"
	"slices"
	"sync"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/ui/kit"
)

// A Probe looks at single rounds of a run, beside the run itself: it plays a
// session of its own, so that the one that is watched goes on. The zero value is
// ready for use; its methods are for the event loop.
type Probe struct {
	task   kit.Task[*ProbedMsg]
	config *model.Config
	aside  *aside
}

// aside is the session of a probe, which one command at a time plays.
type aside struct {
	sync.Mutex
	session *model.Session // nil before the first look
}

// A Question asks why a learner did not play an arm in the round that is looked at.
type Question struct{ Learner, Arm int }

// A ProbedMsg brings what there is to see in a round.
type ProbedMsg struct {
	Shot    *model.Snapshot
	Changed []bool        // by learner: it played something else than in the round before
	WhyNot  *model.WhyNot // the answer to a question; nil without one, and where the arm was played

	of *Probe
}

// Of reports whether the message answers this probe.
func (m *ProbedMsg) Of(p *Probe) bool { return m.of == p }

// Look asks for a round of a configuration's run, in place of what was asked for
// before, and for the answer to a question, if there is one; round 0 asks for none.
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

// Update takes the probe's own messages; others do nothing.
func (p *Probe) Update(msg tea.Msg) tea.Cmd {
	switch done, _ := p.task.Update(msg); {
	case done == nil:
	case done.Err != nil: // there is no room in memory to go on
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
