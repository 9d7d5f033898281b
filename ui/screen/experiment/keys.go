package experiment

import (
	"github.com/charmbracelet/bubbles/key"

	"regretscope/ui/kit"
)

// keyMap holds the keys of the screen; those that edit a line are the form's.
type keyMap struct {
	Start, Stop   key.Binding
	Runs, Save    key.Binding
	View, Log     key.Binding
	Band, Overlay key.Binding
	Next, Before  key.Binding
	// While something is asked.
	Accept, Overtake, Leave key.Binding
}

func newKeyMap() keyMap {
	bind := kit.Bind
	return keyMap{
		Start:    bind("enter", "run", "enter"),
		Stop:     bind("c", "stop, keep finished runs", "c"),
		Runs:     bind("r", "runs", "r"),
		Save:     bind("s", "save", "s"),
		View:     bind("v", "view", "v"),
		Log:      bind("l", "log axis", "l"),
		Band:     bind("b", "band", "b"),
		Overlay:  bind("o", "overlay", "o"),
		Next:     bind("tab ↓", "next learner", "tab", "down", "j"),
		Before:   bind("⇧tab ↑", "previous learner", "shift+tab", "up", "k"),
		Leave:    bind("esc", "cancel", "esc"),
		Accept:   bind("enter", "accept", "enter"),
		Overtake: bind("y", "overwrite", "y"),
	}
}

// KeyMap lists the keys that do something just now, the most important first.
func (s *Screen) KeyMap() []key.Binding {
	k := s.keys
	if s.prompt != nil {
		if s.prompt.asks == overwrite {
			return []key.Binding{k.Overtake, k.Leave}
		}
		return []key.Binding{k.Accept, k.Leave}
	}
	k.Start.SetEnabled(!s.task.Running())
	k.Stop.SetEnabled(s.task.Running())
	k.Runs.SetEnabled(!s.task.Running())
	k.Save.SetEnabled(s.result != nil)
	several := len(s.config.Learners) > 1
	k.Next.SetEnabled(several)
	k.Before.SetEnabled(several)
	return []key.Binding{
		k.Start, k.Stop, k.Runs, k.View, k.Log, k.Band, k.Overlay, k.Save, k.Next, k.Before,
	}
}

// Typing says whether letters go into a line, so that the frame around the screen
// takes no letters as keys.
func (s *Screen) Typing() bool { return s.prompt != nil }
