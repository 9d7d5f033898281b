package audit

import (
	"github.com/charmbracelet/bubbles/key"

	"regretscope/ui/kit"
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
	bind := kit.Bind
	return keyMap{
		Run:    bind("space", "audit", " "),
		Up:     bind("↑", "previous learner", "up", "k", "F"),
		Down:   bind("↓", "next learner", "down", "j", "f"),
		Next:   bind("tab", "next panel", "tab"),
		Before: bind("shift+tab", "previous panel", "shift+tab"),
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
	if s.task.Running() {
		k.Run.SetHelp("space", "stop")
	}
	several := len(s.entries) > 1
	k.Up.SetEnabled(several)
	k.Down.SetEnabled(several)
	k.More.SetEnabled(!s.task.Running())
	k.Fewer.SetEnabled(!s.task.Running())
	return []key.Binding{
		k.Run, k.Next, k.Down, k.More, k.Up, k.Fewer, k.Before, k.PageUp, k.Page,
		k.Jump[verdicts], k.Jump[worst], k.Jump[mechanisms], k.Jump[about],
	}
}
