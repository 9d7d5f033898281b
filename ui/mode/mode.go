// Package mode has modes, which are opened over a screen and closed again, and the stack
// in which a screen holds them. A question, a prompt and a tour are modes.
package mode

import (
	"iter"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
)

// A Mode is one feature that people open and close, with its own state, commands and
// drawing. Whatever holds it knows it by nothing else. A mode may also have
//
//	Typing() bool      // characters go into a line or a form while it is open
//	Covered() tea.Cmd  // another mode was opened over it
type Mode interface {
	// Commands returns the commands of what lies below together with the mode's own. A
	// closed mode adds those that open it; an open one puts its own first, and may take
	// keys away from the others or leave them out.
	Commands(below []kit.Command) []kit.Command
	// Foot is the line at the foot in place of the keys; empty if it has no text of its
	// own.
	Foot(width int) string
	// Update handles a message. Of keys, it gets those that are typed into it; of clicks,
	// those on what it draws, from the upper left corner of that.
	Update(msg tea.Msg) tea.Cmd
	// View fills a rectangle of the screen; nil leaves what lies below to be seen.
	View(over kit.Rect) kit.Block
	// Close closes the mode, as esc does.
	Close() tea.Cmd
	Open() bool
}

// Closed is embedded by modes that only have commands or keep up with what they lie over.
type Closed struct{ Unseen }

// Open is false.
func (Closed) Open() bool { return false }

// Close does nothing.
func (Closed) Close() tea.Cmd { return nil }

// Openable is embedded by modes that are open or closed, and no more.
type Openable struct{ Opened bool }

// Open reports whether the mode is open.
func (o *Openable) Open() bool { return o.Opened }

// Close closes the mode.
func (o *Openable) Close() tea.Cmd {
	o.Opened = false
	return nil
}

// Unseen is embedded by modes that have no foot, no messages or no drawing.
type Unseen struct{}

// Foot is empty.
func (Unseen) Foot(int) string { return "" }

// Update ignores the message.
func (Unseen) Update(tea.Msg) tea.Cmd { return nil }

// View draws nothing.
func (Unseen) View(kit.Rect) kit.Block { return nil }

// A Stack holds all modes of a screen: the closed ones at the bottom, in the order in
// which they were given, and on top of them the open ones, the newest last.
type Stack struct {
	all  []Mode
	open []Mode // the newest last
}

// NewStack makes a stack of modes, in the order in which their commands are listed.
func NewStack(modes ...Mode) *Stack { return &Stack{all: modes} }

// Settle moves modes that were opened or closed to their places, and notifies those that
// are covered now. A screen calls it after every command and message.
func (s *Stack) Settle() tea.Cmd {
	var cmds []tea.Cmd
	for _, m := range s.all {
		if !m.Open() || slices.Contains(s.open, m) {
			continue
		}
		for _, below := range s.open {
			if c, ok := below.(interface{ Covered() tea.Cmd }); ok && below.Open() && !typing(m) {
				cmds = append(cmds, c.Covered())
			}
		}
		s.open = append(s.open, m)
	}
	s.open = slices.DeleteFunc(s.open, func(m Mode) bool { return !m.Open() })
	return tea.Batch(cmds...)
}

// Modes are all modes from the bottom to the top.
func (s *Stack) Modes() []Mode {
	closed := slices.DeleteFunc(slices.Clone(s.all), func(m Mode) bool { return slices.Contains(s.open, m) })
	return append(closed, s.open...)
}

// Top is the newest open mode; nil where all are closed.
func (s *Stack) Top() Mode {
	if len(s.open) == 0 {
		return nil
	}
	return s.open[len(s.open)-1]
}

// Commands adds the commands of all modes to a screen's own.
func (s *Stack) Commands(own []kit.Command) []kit.Command {
	for _, m := range s.Modes() {
		own = m.Commands(own)
	}
	return own
}

// Foot is the foot of the highest mode that has one.
func (s *Stack) Foot(width int) string {
	for _, m := range slices.Backward(s.Modes()) {
		if foot := m.Foot(width); foot != "" {
			return foot
		}
	}
	return ""
}

// Update gives keys and clicks to the top, and other messages to all modes.
func (s *Stack) Update(msg tea.Msg) tea.Cmd {
	switch msg.(type) {
	case tea.KeyMsg, tea.MouseMsg:
		if top := s.Top(); top != nil {
			return top.Update(msg)
		}
		return nil
	}
	var cmds []tea.Cmd
	for _, m := range s.all {
		cmds = append(cmds, m.Update(msg))
	}
	return tea.Batch(cmds...)
}

// View is what the highest mode draws over a rectangle; nil if no mode does.
func (s *Stack) View(over kit.Rect) kit.Block {
	for _, m := range slices.Backward(s.open) {
		if block := m.View(over); block != nil {
			return block
		}
	}
	return nil
}

// Typing reports whether characters go into the top.
func (s *Stack) Typing() bool { return typing(s.Top()) }

func typing(m Mode) bool {
	t, ok := m.(interface{ Typing() bool })
	return ok && t.Typing()
}

// Close closes all modes.
func (s *Stack) Close() tea.Cmd {
	var cmds []tea.Cmd
	for _, m := range s.Modes() {
		if m.Open() {
			cmds = append(cmds, m.Close())
		}
	}
	return tea.Batch(append(cmds, s.Settle())...)
}

// With yields the modes that have an ability, from the bottom to the top.
func With[Ability any](s *Stack) iter.Seq[Ability] {
	return func(yield func(Ability) bool) {
		for _, m := range s.Modes() {
			if a, ok := m.(Ability); ok && !yield(a) {
				return
			}
		}
	}
}
