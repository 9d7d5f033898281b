package setup

import (
	"github.com/charmbracelet/bubbles/key"

	"regretscope/ui/kit"
)

// keyMap holds the keys of the screen; those of its form are the form's.
type keyMap struct {
	Next, Before     key.Binding
	Jump             [sections]key.Binding
	Up, Down         key.Binding
	First, Last      key.Binding
	Choose, Copy     key.Binding
	Into             key.Binding
	Start            key.Binding
	Share, ShareOnly key.Binding
	Lineups, Take    key.Binding
	Leave            key.Binding
}

func newKeyMap() keyMap {
	bind := kit.Bind
	return keyMap{
		Start:  bind("enter", "start", "enter"),
		Next:   bind("tab", "next section", "tab"),
		Before: bind("shift+tab", "section before", "shift+tab"),
		Jump: [sections]key.Binding{
			bind("1", "scenario", "1"), bind("2", "learners", "2"), bind("3", "parameters", "3"),
		},
		Up:     bind("↑/k", "up", "up", "k"),
		Down:   bind("↓/j", "down", "down", "j"),
		First:  bind("home", "first", "home", "g"),
		Last:   bind("end", "last", "end", "G"),
		Choose: bind("space", "choose", " "),
		Copy:   bind("d", "the same learner once more", "d"),
		Into:   bind("→/l", "its parameters", "right", "l"),
		Share:  bind("c", "as a command and a file", "c", "f2"),
		// While letters are typed, only the function key is free.
		ShareOnly: bind("f2", "as a command and a file", "f2"),
		Lineups:   bind("n", "named comparisons", "n"),
		Take:      bind("enter", "put it on the screen", "enter", " "),
		Leave:     bind("esc", "back to the learners", "esc"),
	}
}

// KeyMap lists the keys that do something just now, the most important first.
func (s *Screen) KeyMap() []key.Binding {
	k := &s.keys
	back := k.Leave
	back.SetHelp("esc", "back to the choice")
	switch {
	case s.sharing:
		return []key.Binding{back, k.Up, k.Down, k.Start}
	case s.browsing:
		return []key.Binding{k.Take, k.Up, k.Down, k.First, k.Last, back}
	}
	switch s.section {
	case scenarioSection:
		into := k.Into
		into.SetEnabled(len(s.entries[s.entry].fields) > 0)
		return []key.Binding{
			k.Start, k.Up, k.Down, into, k.Next, k.Before, k.Lineups, k.Share,
			k.First, k.Last, k.Jump[learnerSection], k.Jump[parameterSection],
		}
	case learnerSection:
		choose, into, at := k.Choose, k.Into, s.rows()[s.row].slot
		if at != nil {
			choose.SetHelp("space", "take away")
		}
		into.SetEnabled(at != nil && s.canFocus(at.fields))
		return []key.Binding{
			k.Start, k.Up, k.Down, choose, into, k.Copy, k.Next, k.Before, k.Lineups, k.Share,
			k.First, k.Last, k.Jump[scenarioSection], k.Jump[parameterSection],
		}
	default:
		all := append([]key.Binding{k.Start}, s.form.KeyMap()...)
		if s.Typing() {
			return append(all, k.Next, k.Before, k.ShareOnly, k.Leave)
		}
		return append(all, k.Next, k.Before, k.Lineups, k.Share, k.Leave, k.Jump[scenarioSection], k.Jump[learnerSection])
	}
}

// Typing says whether letters go into a field just now, so that whoever has
// keys of its own keeps to those that are no characters.
func (s *Screen) Typing() bool { return !s.sharing && !s.browsing && s.form.Typing() }
