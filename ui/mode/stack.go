package mode

import (
	"iter"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit"
)

// A Stack holds all modes of a screen: the closed ones at the bottom, in the order in
// which they were given, and on top of them the open ones, the newest last.
type Stack struct {
	all  []Mode
	open []Mode // the newest last
}

// NewStack makes a stack of modes, in the order in which their commands are listed.
func NewStack(modes ...Mode) *Stack { return &Stack{all: modes} }

// Settle moves modes to their places that were opened or closed, and tells those that
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

// View is what the highest mode draws over a rectangle; nil where none does.
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
