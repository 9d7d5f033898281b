package app

import (
	"io"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/app/console"
)

type quitMsg struct{ presses int }

// A terminal is restored while the program is stopped.
type terminal struct {
	signals   *console.Signals // nil in tests
	suspended bool
}

// suspend restores the terminal and stops the program until it is continued.
func (t *terminal) suspend() tea.Cmd {
	t.suspended = true
	if t.signals != nil {
		t.signals.LetStop()
	}
	return tea.Suspend
}

func (t *terminal) resumed() {
	t.suspended = false
	if t.signals != nil {
		t.signals.CatchStop()
	}
}

// continued sets up the terminal again after a stop that could not be caught.
func (t *terminal) continued() tea.Cmd {
	if t.suspended {
		return nil // Bubble Tea does it
	}
	return tea.Exec(nothing{}, func(error) tea.Msg { return nil })
}

// nothing is an empty program: Bubble Tea restores the terminal for it and sets it up again.
type nothing struct{}

func (nothing) Run() error          { return nil }
func (nothing) SetStdin(io.Reader)  {}
func (nothing) SetStdout(io.Writer) {}
func (nothing) SetStderr(io.Writer) {}
