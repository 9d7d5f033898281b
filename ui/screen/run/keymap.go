package run

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"

	"regretscope/ui/kit"
)

// A keyMap is every key of the run screen. Help and the key bar are made from it.
type keyMap struct {
	Run, Step, Back            key.Binding
	NextEvent, PreviousEvent   key.Binding
	NextChange, PreviousChange key.Binding
	NextBreak, PreviousBreak   key.Binding
	Go                         key.Binding
	Faster, Slower             key.Binding
	Restart, NextSeed          key.Binding
	View, ViewBack             key.Binding
	Log, LogValues             key.Binding
	Overlay, Charset, Hold     key.Binding
	Cursor                     key.Binding
	CursorLeft, CursorRight    key.Binding // while there is a cursor in the chart
	CursorFarLeft              key.Binding
	CursorFarRight             key.Binding
	CursorIn, CursorOut        key.Binding
	CursorGo                   key.Binding
	Tab, TabBack               key.Binding
	Learner, LearnerBack       key.Binding
	Panel, Zoom, Order, Hide   key.Binding
	Up, Down, PageUp, PageDown key.Binding
	Leave, Setup, Help, Quit   key.Binding
	Warnings                   key.Binding
	Accept, Erase              key.Binding // while a round is typed
	Further                    []key.Binding
}

func newKeyMap(further []key.Binding) keyMap {
	bind := kit.Bind
	return keyMap{
		Run:            bind("space", "run/pause", " "),
		Step:           bind("n →", "step", "n", "right"),
		Back:           bind("b ←", "back", "b", "left"),
		NextEvent:      bind("]", "next release or breakpoint", "]"),
		PreviousEvent:  bind("[", "release or breakpoint before", "["),
		NextChange:     bind("}", "next change of arm", "}"),
		PreviousChange: bind("{", "change of arm before", "{"),
		NextBreak:      bind(")", "next breakpoint", ")"),
		PreviousBreak:  bind("(", "breakpoint before", "("),
		Go:             bind("g", "go to a round", "g"),
		Faster:         bind("+", "faster", "+", "="),
		Slower:         bind("-", "slower", "-", "_"),
		Restart:        bind("r", "restart with the same seed", "r"),
		NextSeed:       bind("s", "restart with the next seed", "s"),
		View:           bind("v", "next view of the chart", "v"),
		ViewBack:       bind("V", "view before", "V"),
		Log:            bind("l", "rounds linear or logarithmic", "l"),
		LogValues:      bind("L", "values linear or logarithmic", "L"),
		Charset:        bind("C", "lines of braille dots, line drawing or ASCII", "C"),
		Hold:           bind("H", "hold the chart still while the run goes on", "H"),
		Cursor:         bind("c", "cursor: values and events of a round", "c"),
		CursorLeft:     bind("←", "a dot to the left", "left"),
		CursorRight:    bind("→", "a dot to the right", "right"),
		CursorFarLeft:  bind("pgup", "far to the left", "pgup", "shift+left"),
		CursorFarRight: bind("pgdn", "far to the right", "pgdown", "shift+right"),
		CursorIn:       bind("+", "half as many rounds around it", "+", "="),
		CursorOut:      bind("-", "twice as many", "-", "_"),
		CursorGo:       bind("enter", "go to this round", "enter"),
		Overlay:        bind("o", "overlay: exact expectation, bounds, rates, replications", "o"),
		Tab:            bind("tab", "next learner; where one panel is shown, next panel", "tab"),
		TabBack:        bind("shift+tab", "the one before", "shift+tab"),
		Learner:        bind("f", "focus the next learner", "f"),
		LearnerBack:    bind("F", "focus the learner before", "F"),
		Panel:          bind("1…5", "go to a panel; the fifth is there for local privacy", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
		Zoom:           bind("z", "this panel alone, or all again", "z"),
		Order:          bind("p", "arms by number or by pulls", "p"),
		Hide:           bind("h", "local privacy: hide or show what the learner does not see", "h"),
		Up:             bind("↑ k", "scroll up; arm before", "up", "k"),
		Down:           bind("↓ j", "scroll down; next arm", "down", "j"),
		PageUp:         bind("pgup", "scroll up by ten", "pgup"),
		PageDown:       bind("pgdn", "scroll down by ten", "pgdown"),
		Leave:          bind("esc", "stop a search; no arm chosen; all panels", "esc"),
		Setup:          bind("e", "setup: scenario, learners, parameters", "e"),
		Warnings:       bind("w", "warnings: what to know before trusting what is seen", "w"),
		Help:           bind("?", "help", "?"),
		Quit:           bind("q", "quit", "q"),
		Accept:         bind("enter", "go there", "enter"),
		Erase:          bind("backspace", "erase", "backspace"),
		Further:        further,
	}
}

// groups are the keys by subject, all of them.
func (k *keyMap) groups() []kit.KeyGroup {
	return []kit.KeyGroup{
		{Title: "Time", Bindings: []key.Binding{
			k.Run, k.Step, k.Back, k.NextEvent, k.PreviousEvent, k.NextChange, k.PreviousChange,
			k.NextBreak, k.PreviousBreak, k.Go, k.Faster, k.Slower, k.Restart, k.NextSeed,
		}},
		{Title: "Chart", Bindings: []key.Binding{k.View, k.ViewBack, k.Log, k.LogValues, k.Overlay, k.Cursor, k.Hold, k.Charset}},
		{Title: "Learners, panels, arms", Bindings: []key.Binding{
			k.Tab, k.TabBack, k.Learner, k.LearnerBack, k.Panel, k.Zoom, k.Order, k.Hide,
			k.Up, k.Down, k.PageUp, k.PageDown, k.Leave,
		}},
		{Title: "Program", Bindings: slices.Concat(
			[]key.Binding{k.Setup}, k.Further,
			[]key.Binding{
				k.Warnings, k.Help, k.Quit,
				kit.Bind("ctrl+c", "quit at once", "ctrl+c"), kit.Bind("ctrl+z", "to the shell, until fg", "ctrl+z"),
			},
		)},
		{Title: "While the cursor is in the chart", Bindings: []key.Binding{
			k.CursorLeft, k.CursorRight, k.CursorFarLeft, k.CursorFarRight, k.CursorIn, k.CursorOut, k.CursorGo, k.Leave,
		}},
		{Title: "While a round is typed", Bindings: []key.Binding{k.Accept, k.Erase}},
	}
}

// bar are the keys for the line at the bottom, the most important first, and
// those that are always there.
func (k *keyMap) bar(grid bool) (first, last []key.Binding) {
	short := func(b key.Binding, help, does string) key.Binding {
		b.SetHelp(help, does)
		return b
	}
	tab, learner := short(k.Tab, "tab", "learner"), key.Binding{}
	if !grid {
		tab, learner = short(k.Tab, "tab", "panel"), short(k.Learner, "f", "learner")
	}
	first = []key.Binding{
		short(k.Run, "space", "run"), short(k.Step, "n", "step"), short(k.Back, "b", "back"), tab, learner,
		short(k.Faster, "+/-", "speed"), short(k.View, "v", "view"), short(k.NextEvent, "]/[", "release"),
		short(k.NextChange, "}/{", "change"), short(k.Overlay, "o", "overlay"),
	}
	for _, b := range k.Further {
		does, _, _ := strings.Cut(b.Help().Desc, ":")
		first = append(first, short(b, b.Help().Key, does))
	}
	return append(
		first, short(k.Log, "l", "log"), short(k.Go, "g", "go to"),
		short(k.Zoom, "z", "zoom"), short(k.Setup, "e", "setup"), short(k.NextSeed, "s", "seed"),
	), []key.Binding{k.Help, k.Quit}
}

// cursorBar are the keys for the line at the bottom while there is a cursor.
func (k *keyMap) cursorBar() []key.Binding {
	short := func(b key.Binding, help, does string) key.Binding {
		b.SetHelp(help, does)
		return b
	}
	return []key.Binding{
		short(k.CursorLeft, "← →", "move"), short(k.CursorGo, "enter", "go there"), short(k.Leave, "esc", "leave"),
		short(k.CursorIn, "+ -", "zoom"), short(k.CursorFarLeft, "pgup pgdn", "far"), short(k.Hold, "H", "hold still"), short(k.Run, "space", "run"),
	}
}
