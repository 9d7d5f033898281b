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
	Filter           key.Binding
	FilterUp         key.Binding
	FilterDown       key.Binding
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
		Copy:   bind("d", "duplicate", "d"),
		Filter: bind("/", "find", "/"),
		// Without letters, which are typed into the filter.
		FilterUp:   bind("↑", "up", "up"),
		FilterDown: bind("↓", "down", "down"),
		Into:       bind("→/l", "its parameters", "right", "l"),
		Share:      bind("c", "as a command and a file", "c", "f2"),
		// While letters are typed, only the function key is free.
		ShareOnly: bind("f2", "as a command and a file", "f2"),
		Lineups:   bind("n", "comparisons", "n"),
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
	if s.filtering() {
		return s.filterKeys()
	}
	clear := k.Leave
	clear.SetHelp("esc", "show all")
	clear.SetEnabled(s.filter() != nil && s.filter().active())
	switch s.section {
	case scenarioSection:
		into := k.Into
		into.SetEnabled(len(s.entries[s.entry].fields) > 0)
		return []key.Binding{
			k.Start, clear, k.Lineups, k.Filter, k.Next, into, k.Up, k.Down, k.Before, k.Share,
			k.First, k.Last, k.Jump[learnerSection], k.Jump[parameterSection],
		}
	case learnerSection:
		choose, into := k.Choose, k.Into
		copied := k.Copy
		at, _ := s.at()
		switch {
		case at.heading():
			choose.SetHelp("space", "show or hide these learners")
			copied.SetEnabled(false)
			into.SetEnabled(false)
		case at.slot != nil:
			choose.SetHelp("space", "take away")
			into.SetEnabled(s.canFocus(at.slot.fields))
		default:
			copied.SetEnabled(false)
			into.SetEnabled(false)
		}
		return []key.Binding{
			k.Start, clear, choose, copied, k.Lineups, k.Filter, into, k.Next, k.Up, k.Down, k.Before, k.Share,
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

// filterKeys are those that do something while the filter is typed.
func (s *Screen) filterKeys() []key.Binding {
	k := &s.keys
	choose, keep, clear := k.Start, k.Next, k.Leave
	if at, ok := s.at(); s.section == learnerSection {
		choose.SetHelp("enter", "choose")
		if at.slot != nil {
			choose.SetHelp("enter", "take away")
		}
		choose.SetEnabled(ok && !at.heading())
	}
	keep.SetHelp("tab", "to the list")
	clear.SetHelp("esc", "show all")
	return []key.Binding{choose, k.FilterUp, k.FilterDown, keep, clear}
}

// Typing tells whether letters are typed into a field just now; keys that are
// letters then do nothing else.
func (s *Screen) Typing() bool {
	return s.filtering() || (!s.sharing && !s.browsing && s.form.Typing())
}
