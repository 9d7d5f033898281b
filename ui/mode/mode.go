// Package mode has modes, which are opened over a screen and closed again, and the stack
// in which a screen holds them. A question, a prompt and a tour are modes.
package mode

import (
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
	// Foot is the line at the foot in place of the keys; empty where it has none.
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

// Unseen is embedded by modes that have no foot, no messages or no drawing.
type Unseen struct{}

// Foot is empty.
func (Unseen) Foot(int) string { return "" }

// Update ignores the message.
func (Unseen) Update(tea.Msg) tea.Cmd { return nil }

// View draws nothing.
func (Unseen) View(kit.Rect) kit.Block { return nil }
