package audit

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// Update takes a message; commands audit.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case examinedMsg:
		if msg.screen == s {
			s.entries, s.err = msg.entries, msg.err
		}
	case doneMsg:
		s.take(msg)
	case lookMsg:
		if msg.screen == s && msg.job == s.job {
			return s.lookAgain(msg.job)
		}
	case tea.KeyMsg:
		s.refusal = ""
		if len(s.entries) > 0 {
			return s.press(msg)
		}
	}
	return nil
}

func (s *Screen) press(msg tea.KeyMsg) tea.Cmd {
	k := &s.keys
	switch {
	case key.Matches(msg, k.Run):
		return s.toggle()
	case key.Matches(msg, k.Up):
		s.turn(-1)
	case key.Matches(msg, k.Down):
		s.turn(1)
	case key.Matches(msg, k.Next):
		s.goTo((s.part + 1) % parts)
	case key.Matches(msg, k.Before):
		s.goTo((s.part + parts - 1) % parts)
	case key.Matches(msg, k.PageUp):
		s.offset = max(s.offset-scrolled, 0)
	case key.Matches(msg, k.Page):
		s.offset = min(s.offset+scrolled, max(len(s.text(s.part))-1, 0))
	case key.Matches(msg, k.More):
		s.climb(1)
	case key.Matches(msg, k.Fewer):
		s.climb(-1)
	default:
		for to, binding := range k.Jump {
			if key.Matches(msg, binding) {
				s.goTo(part(to))
			}
		}
	}
	return nil
}

const scrolled = 3 // lines by which a panel is scrolled

func (s *Screen) goTo(to part) { s.part, s.offset = to, 0 }

func (s *Screen) turn(by int) {
	n := len(s.entries)
	s.at, s.offset = (s.at+by+n)%n, 0
}

// toggle starts an audit or stops the one that is under way.
func (s *Screen) toggle() tea.Cmd {
	switch {
	case s.job == nil:
		return s.start()
	case s.job.learner != s.at:
		s.refusal = "one at a time: " + s.entries[s.job.learner].Choice.Label() + " is being audited"
	default:
		s.stop("stopped: nothing was proved")
	}
	return nil
}

// climb changes how many runs the next audit has.
func (s *Screen) climb(by int) {
	switch to := s.runs + by; {
	case s.job != nil:
		s.refusal = "the number of runs is set before an audit begins"
	case to < 0 || to >= len(ladder):
		s.refusal = "fewer would prove nothing, and more would take too long"
	default:
		s.runs = to
	}
}
