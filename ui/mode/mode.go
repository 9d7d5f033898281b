// Package mode implements modes, which open over a screen and close again, and the stack of a screen's modes.
package mode

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
)

// A Mode is one feature that can be opened and closed, with its own state, commands, and
// drawing. Its holder calls these hooks, each of which may be nil.
type Mode struct {
	Commands []kit.Command // the table of the mode, open or closed; those that are kit.Over come before all others
	// Keeps returns which commands below are offered now, by their properties; nil: all.
	Keeps   func() kit.Class
	Open    func() bool    // nil: it never opens
	Close   func() tea.Cmd // like esc
	Covered func() tea.Cmd // another mode was opened over it
	Typing  func() bool    // characters go into a line while it is open
	Modal   bool           // if open, it takes all keys
	// Foot replaces the keys in the last line, unless it is empty.
	Foot func(width int) string
	// Update handles a message. It gets keys only if they are typed into the mode, and clicks
	// relative to the rectangle of View.
	Update func(msg tea.Msg) tea.Cmd
	// Follow runs after every command and message that changes the screen below.
	Follow func() tea.Cmd
	// View fills a rectangle of the screen; nil shows the screen below.
	View func(over kit.Rect) kit.Block
}

func (m *Mode) open() bool   { return m.Open != nil && m.Open() }
func (m *Mode) typing() bool { return m.Typing != nil && m.Typing() }

// Alone returns what a mode keeps that replaces all commands below while it is open.
func (o *Openable) Alone() kit.Class {
	if o.Opened {
		return kit.Nothing
	}
	return kit.Everything
}

// Openable is embedded by modes with no other state than open or closed.
type Openable struct{ Opened bool }

// Open reports whether the mode is open.
func (o *Openable) Open() bool { return o.Opened }

// Close closes the mode.
func (o *Openable) Close() tea.Cmd {
	o.Opened = false
	return nil
}

// A Stack holds all modes of a screen: the closed ones in their given order, and above them the
// open ones, the newest last.
type Stack struct {
	all  []*Mode
	open []*Mode // the newest last
}

// NewStack returns a stack of modes, in the order in which their commands are listed.
func NewStack(modes ...*Mode) *Stack { return &Stack{all: modes} }

// Settle moves modes that were opened or closed to their places and notifies covered ones. A
// screen calls it after every command and message.
func (s *Stack) Settle() tea.Cmd {
	var cmds []tea.Cmd
	for _, m := range s.all {
		if !m.open() || slices.Contains(s.open, m) {
			continue
		}
		for _, below := range s.open {
			if below.Covered != nil && below.open() && !m.typing() {
				cmds = append(cmds, below.Covered())
			}
		}
		s.open = append(s.open, m)
	}
	s.open = slices.DeleteFunc(s.open, func(m *Mode) bool { return !m.open() })
	return tea.Batch(cmds...)
}

// modes returns all modes from the bottom to the top.
func (s *Stack) modes() []*Mode {
	closed := slices.DeleteFunc(slices.Clone(s.all), func(m *Mode) bool { return slices.Contains(s.open, m) })
	return append(closed, s.open...)
}

// Top returns the newest open mode; nil if all are closed.
func (s *Stack) Top() *Mode {
	if len(s.open) == 0 {
		return nil
	}
	return s.open[len(s.open)-1]
}

// Commands adds the commands of all modes to a screen's own.
func (s *Stack) Commands(own []kit.Command) []kit.Command {
	for _, m := range s.modes() {
		if m.Keeps != nil {
			own = kit.Keep(own, m.Keeps())
		}
		own = kit.Put(m.Commands, own)
	}
	return own
}

// Foot returns the foot of the highest mode that has one.
func (s *Stack) Foot(width int) string {
	for _, m := range slices.Backward(s.modes()) {
		if m.Foot == nil {
			continue
		}
		if foot := m.Foot(width); foot != "" {
			return foot
		}
	}
	return ""
}

// Update sends keys and clicks to the top mode, and other messages to all modes.
func (s *Stack) Update(msg tea.Msg) tea.Cmd {
	to := s.all
	switch msg.(type) {
	case tea.KeyMsg, tea.MouseMsg:
		to = s.open[max(len(s.open)-1, 0):]
	}
	var cmds []tea.Cmd
	for _, m := range to {
		if m.Update != nil {
			cmds = append(cmds, m.Update(msg))
		}
	}
	return tea.Batch(cmds...)
}

// Follow calls all modes' Follow.
func (s *Stack) Follow() tea.Cmd {
	var cmds []tea.Cmd
	for _, m := range s.modes() {
		if m.Follow != nil {
			cmds = append(cmds, m.Follow())
		}
	}
	return tea.Batch(cmds...)
}

// View returns what the highest mode draws; nil if no mode draws.
func (s *Stack) View(over kit.Rect) kit.Block {
	for _, m := range slices.Backward(s.open) {
		if m.View == nil {
			continue
		}
		if block := m.View(over); block != nil {
			return block
		}
	}
	return nil
}

// Typing reports whether keys are typed into the top mode.
func (s *Stack) Typing() bool {
	top := s.Top()
	return top != nil && top.typing()
}

// Close closes all modes.
func (s *Stack) Close() tea.Cmd {
	var cmds []tea.Cmd
	for _, m := range s.modes() {
		if m.open() {
			cmds = append(cmds, m.Close())
		}
	}
	return tea.Batch(append(cmds, s.Settle())...)
}

// A Page shows a text in place of the screen until a key is pressed.
type Page struct {
	lines []string
}

// Show shows a text.
func (p *Page) Show(lines []string) { p.lines = lines }

// Open reports whether a text is shown.
func (p *Page) Open() bool { return p.lines != nil }

// Close hides the text.
func (p *Page) Close() tea.Cmd {
	p.lines = nil
	return nil
}

// Mode returns the page's mode: any key closes it, and does nothing else.
func (p *Page) Mode() *Mode {
	return &Mode{
		Commands: []kit.Command{{
			Name: "leave", Key: "esc", Help: "close the text", Group: "Program", Class: kit.Over, In: p.Open, Act: kit.Run(p.Close),
		}},
		Open: p.Open, Close: p.Close, Modal: true,
		Foot: func(width int) string {
			if !p.Open() {
				return ""
			}
			return kit.FitLine("any key goes back", width)
		},
		Update: func(msg tea.Msg) tea.Cmd {
			if _, pressed := msg.(tea.KeyMsg); pressed {
				return p.Close()
			}
			return nil
		},
		View: func(over kit.Rect) kit.Block { return kit.Fit(p.lines, over.Width, over.Height) },
	}
}
