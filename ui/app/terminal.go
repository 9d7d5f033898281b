package app

import (
	"io"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

type (
	endMsg       struct{} // the system asks the program to end
	stopMsg      struct{} // the system asks it to stop, until it is continued
	continuedMsg struct{} // it was continued
	quitMsg      struct{ presses int }
)

// suspend gives the terminal back and stops the program, until it is continued.
func (r *root) suspend() tea.Cmd {
	r.suspended = true
	if r.signals != nil {
		r.signals.letStop()
	}
	return tea.Suspend
}

func (r *root) resumed() {
	r.suspended = false
	if r.signals != nil {
		r.signals.catchStop()
	}
}

// continued sets the terminal up again after a stop that could not be caught,
// during which the shell has changed its modes.
func (r *root) continued() tea.Cmd {
	if r.suspended {
		return nil // Bubble Tea does so itself
	}
	return tea.Exec(nothing{}, func(error) tea.Msg { return nil })
}

// nothing is a program to run: for it the terminal is given back and set up again.
type nothing struct{}

func (nothing) Run() error          { return nil }
func (nothing) SetStdin(io.Reader)  {}
func (nothing) SetStdout(io.Writer) {}
func (nothing) SetStderr(io.Writer) {}

// alone is how long no other key may be pressed before and after the key that
// quits: within a paste, which some terminals send as if it were typed, it is text.
const alone = 50 * time.Millisecond

// quitSoon ends the program, unless the key was part of a paste.
func (r *root) quitSoon() tea.Cmd {
	presses := r.presses
	if r.sincePress < alone {
		return nil
	}
	return r.clock.After(alone, func(time.Time) tea.Msg { return quitMsg{presses} })
}

// isAnswer reports whether a key belongs to what a terminal answers late, when it was
// asked for its colours: ESC ] 11 ; rgb: and so on.
func (r *root) isAnswer(msg tea.KeyMsg) bool {
	now := r.clock.Now()
	r.sincePress = now.Sub(r.pressed)
	r.pressed = now
	if msg.Alt && string(msg.Runes) == "]" {
		r.answer = now
	}
	return now.Sub(r.answer) < 4*alone
}
