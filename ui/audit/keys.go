package audit

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// keyMap holds the keys of the screen.
type keyMap struct {
	Run          key.Binding
	Up, Down     key.Binding
	Next, Before key.Binding
	Jump         [parts]key.Binding
	PageUp, Page key.Binding
	More, Fewer  key.Binding
}

func newKeyMap() keyMap {
	bind := func(help, does string, on ...string) key.Binding {
		return key.NewBinding(key.WithKeys(on...), key.WithHelp(help, does))
	}
	return keyMap{
		Run:    bind("space", "run it", " "),
		Up:     bind("↑", "learner before", "up", "k", "F"),
		Down:   bind("↓", "next learner", "down", "j", "f"),
		Next:   bind("tab", "next panel", "tab"),
		Before: bind("shift+tab", "panel before", "shift+tab"),
		Jump: [parts]key.Binding{
			bind("1", "verdicts", "1"), bind("2", "worst case", "2"),
			bind("3", "mechanisms", "3"), bind("4", "about these numbers", "4"),
		},
		PageUp: bind("pgup", "scroll up", "pgup", "["),
		Page:   bind("pgdn", "scroll down", "pgdown", "]"),
		More:   bind("+", "more runs", "+", "="),
		Fewer:  bind("-", "fewer runs", "-", "_"),
	}
}

// KeyMap lists the keys that do something just now, the most important first.
func (s *Screen) KeyMap() []key.Binding {
	if len(s.entries) == 0 {
		return nil
	}
	k := s.keys
	if s.job != nil {
		k.Run.SetHelp("space", "stop")
	}
	several := len(s.entries) > 1
	k.Up.SetEnabled(several)
	k.Down.SetEnabled(several)
	k.More.SetEnabled(s.job == nil)
	k.Fewer.SetEnabled(s.job == nil)
	return []key.Binding{
		k.Run, k.Next, k.Down, k.More, k.Up, k.Fewer, k.Before, k.PageUp, k.Page,
		k.Jump[verdicts], k.Jump[worst], k.Jump[mechanisms], k.Jump[about],
	}
}

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
