package drive

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	memory "regretscope/noise/budget"
)

// A Probe looks at single rounds of a run, beside the run itself: it plays a
// session of its own, so that the one that is watched goes on. The zero value is
// ready for use; its methods are for the event loop.
type Probe struct {
	config   *model.Config
	session  *model.Session // nil before the first look, and while a command has it
	away     bool
	wanted   int // round; 0 for none
	question Question
}

// A Question asks why a learner did not play an arm in the round that is looked at.
type Question struct {
	Asked        bool
	Learner, Arm int
}

// A ProbedMsg brings what there is to see in a round.
type ProbedMsg struct {
	Shot    *model.Snapshot
	Changed []bool        // by learner: it played something else than in the round before
	WhyNot  *model.WhyNot // the answer to a question; nil without one, and where the arm was played

	of *Probe
}

// Of reports whether the message answers this probe.
func (m *ProbedMsg) Of(p *Probe) bool { return m.of == p }

// A probeMsg brings the session back.
type probeMsg struct {
	probe    *Probe
	config   *model.Config
	session  *model.Session
	found    *ProbedMsg // nil where the round is not reached yet
	question Question
	full     bool // there is no room in memory to go on
}

// Look asks for a round of a configuration's run, in place of what was asked for
// before; 0 asks for none.
func (p *Probe) Look(config *model.Config, round int) tea.Cmd {
	return p.Ask(config, round, Question{})
}

// Ask is Look with a question that is to be answered, too.
func (p *Probe) Ask(config *model.Config, round int, question Question) tea.Cmd {
	if config != p.config {
		p.config, p.session = config, nil
	}
	p.wanted, p.question = round, question
	return p.pursue()
}

// Update takes the probe's own messages; others do nothing.
func (p *Probe) Update(msg tea.Msg) tea.Cmd {
	back, ok := msg.(probeMsg)
	if !ok || back.probe != p {
		return nil
	}
	p.away = false
	if back.config == p.config {
		p.session = back.session
	}
	if back.full {
		p.session, p.wanted = nil, 0
	}
	if found := back.found; found != nil && back.config == p.config && found.Shot.Round == p.wanted && back.question == p.question {
		p.wanted = 0
		return func() tea.Msg { return *found }
	}
	return p.pursue()
}

func (p *Probe) pursue() tea.Cmd {
	if p.away || p.wanted == 0 {
		return nil
	}
	config, session, round, question := p.config, p.session, p.wanted, p.question
	p.away, p.session = true, nil
	return func() tea.Msg {
		if session == nil {
			session = model.NewSession(config)
		}
		msg := probeMsg{probe: p, config: config, session: session, question: question}
		if session.SeekFor(round-1, budget) {
			var why *model.WhyNot
			if question.Asked {
				if answer, ok := session.WhyNot(question.Learner, question.Arm); ok {
					why = &answer
				}
			}
			msg.found = step(session)
			msg.found.WhyNot, msg.found.of = why, p
		}
		msg.full = msg.found == nil && memory.Measure() != nil
		return msg
	}
}

// step plays one round and says what happened in it.
func step(s *model.Session) *ProbedMsg {
	before := s.Snapshot()
	s.Advance(1)
	found := &ProbedMsg{Shot: s.Snapshot()}
	for i := range found.Shot.Learners {
		then, now := before.Learners[i].Play, found.Shot.Learners[i].Play
		found.Changed = append(found.Changed, before.Round > 0 && !slices.Equal(then, now))
	}
	return found
}
