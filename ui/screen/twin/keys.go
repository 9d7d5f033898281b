package twin

import (
	"github.com/charmbracelet/bubbles/key"

	"regretscope/ui/kit"
)

// keyMap holds the keys of the screen.
type keyMap struct {
	Run, Step, Back      key.Binding
	Next, Before         key.Binding
	Faster, Slower       key.Binding
	Restart              key.Binding
	Part                 key.Binding
	Jump                 [parts]key.Binding
	Noise, NoiseBefore   key.Binding
	Separate             key.Binding
	Learner, LearnerBack key.Binding
	Up, Down             key.Binding
}

func newKeyMap() keyMap {
	bind := kit.Bind
	return keyMap{
		Run:         bind("space", "run", " "),
		Step:        bind("n", "step", "n", "right"),
		Back:        bind("b", "back", "b", "left"),
		Next:        bind("]", "next difference", "]"),
		Before:      bind("[", "previous difference", "["),
		Faster:      bind("+", "faster", "+", "="),
		Slower:      bind("-", "slower", "-", "_"),
		Restart:     bind("r", "from round 1", "r"),
		Part:        bind("tab", "many noises", "tab", "shift+tab"),
		Jump:        [parts]key.Binding{bind("1", "one noise", "1"), bind("2", "many noises", "2")},
		Noise:       bind("s", "next noise", "s"),
		NoiseBefore: bind("S", "previous noise", "S"),
		Separate:    bind("d", "noise that separates them", "d"),
		Learner:     bind("f", "next learner", "f"),
		LearnerBack: bind("F", "previous learner", "F"),
		Up:          bind("↑", "scroll up", "up", "k"),
		Down:        bind("↓", "scroll down", "down", "j"),
	}
}

// paces are in rounds a second.
var paces = [...]int{1, 2, 4, 8, 16, 32, 64}

const defaultPace = 1

// KeyMap lists the keys that do something just now, the most important first.
func (s *Screen) KeyMap() []key.Binding {
	k := s.keys
	several := len(s.config.Learners) > 1
	k.Learner.SetEnabled(several)
	k.LearnerBack.SetEnabled(several)
	if s.shot == nil {
		return []key.Binding{k.Learner, k.LearnerBack}
	}
	if s.part == spread {
		k.Run.SetHelp("space", "count noises or stop")
		k.Step.SetHelp("n", "one more noise")
		k.Part.SetHelp("tab", "one noise")
		return []key.Binding{k.Run, k.Part, k.Step, k.Learner, k.Up, k.Down, k.LearnerBack, k.Jump[sides], k.Jump[spread]}
	}
	return []key.Binding{
		k.Run, k.Step, k.Part, k.Separate, k.Noise, k.Learner, k.Back, k.Faster, k.Slower, k.Next, k.Before,
		k.Restart, k.NoiseBefore, k.LearnerBack, k.Jump[sides], k.Jump[spread],
	}
}
