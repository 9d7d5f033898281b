// Package mode has modes, which are opened over a screen and closed again, and the stack
// in which a screen holds them. A question, a prompt and a tour are modes, and so is the list of
// commands, the Palette.
package mode

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
)

// A Mode is one feature that people open and close, with its own state, commands and
// drawing. Whatever holds it knows it by these hooks alone, each of which may be nil.
type Mode struct {
	// Commands returns the commands of what lies below together with the mode's own. A
	// closed mode adds those that open it; an open one puts its own first, and may take
	// keys away from the others or leave them out.
	Commands func(below []kit.Command) []kit.Command
	Open     func() bool    // nil: it never opens
	Close    func() tea.Cmd // as esc does
	Covered  func() tea.Cmd // another mode was opened over it
	Typing   func() bool    // characters go into a line while it is open
	Modal    bool           // open, it takes all keys
	// Foot is the line at the foot in place of the keys; empty if it has no text of its
	// own.
	Foot func(width int) string
	// Update handles a message. Of keys, it gets those that are typed into it; of clicks,
	// those on what it draws, from the upper left corner of that.
	Update func(msg tea.Msg) tea.Cmd
	// Follow keeps up with what lies below, after every command and message that changes
	// what is seen.
	Follow func() tea.Cmd
	// View fills a rectangle of the screen; nil leaves what lies below to be seen.
	View func(over kit.Rect) kit.Block
}

func (m *Mode) open() bool { return m.Open != nil && m.Open() }

func (m *Mode) typing() bool { return m.Typing != nil && m.Typing() }

// Openable is embedded by modes that are open or closed, and no more.
type Openable struct{ Opened bool }

// Open reports whether the mode is open.
func (o *Openable) Open() bool { return o.Opened }

// Close closes the mode.
func (o *Openable) Close() tea.Cmd {
	o.Opened = false
	return nil
}

// A Stack holds all modes of a screen: the closed ones at the bottom, in the order in
// which they were given, and on top of them the open ones, the newest last.
type Stack struct {
	all  []*Mode
	open []*Mode // the newest last
}

// NewStack makes a stack of modes, in the order in which their commands are listed.
func NewStack(modes ...*Mode) *Stack { return &Stack{all: modes} }

// Settle moves modes that were opened or closed to their places, and notifies those that
// are covered now. A screen calls it after every command and message.
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
		if m.Commands != nil {
			own = m.Commands(own)
		}
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

// Update gives keys and clicks to the top, and other messages to all modes.
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

// Follow has all modes keep up with what lies below.
func (s *Stack) Follow() tea.Cmd {
	var cmds []tea.Cmd
	for _, m := range s.modes() {
		if m.Follow != nil {
			cmds = append(cmds, m.Follow())
		}
	}
	return tea.Batch(cmds...)
}

// View is what the highest mode draws over a rectangle; nil if no mode does.
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

// Typing reports whether characters go into the top.
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
