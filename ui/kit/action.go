package kit

import (
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit/outfile"
)

// An Effect is what a command does outside of the program.
type Effect int

// The effects.
const (
	undeclared Effect = iota
	Looks             // nothing: it changes only what is shown
	Writes            // it writes files, with the rights of who runs it
	Copies            // it writes into the terminal's clipboard, if a person runs it
	Starts            // it starts other programs, or lets them have the terminal; only persons may run it
)

// An Action is what a command does. Only the functions below make one, so that each
// command says what its effect is.
type Action struct {
	Effect Effect
	run    func(by outfile.Rights, argument string) (tea.Cmd, error)
}

// Look makes the action of a command that only looks, from its argument, which is empty if
// none is given.
func Look(f func(argument string) (tea.Cmd, error)) Action {
	return Action{Looks, func(_ outfile.Rights, argument string) (tea.Cmd, error) { return f(argument) }}
}

// Call is Look without an argument, for what cannot fail.
func Call(f func()) Action {
	return Look(func(string) (tea.Cmd, error) { f(); return nil, nil })
}

// CallCmd is Call for an action that goes on as a command of the event loop.
func CallCmd(f func() tea.Cmd) Action {
	return Look(func(string) (tea.Cmd, error) { return f(), nil })
}

// CallErr is Call for an action that may be refused.
func CallErr(f func() error) Action {
	return Look(func(string) (tea.Cmd, error) { return nil, f() })
}

// CallWith is CallErr with an argument.
func CallWith(f func(argument string) error) Action {
	return Look(func(argument string) (tea.Cmd, error) { return nil, f(argument) })
}

// Write makes the action of a command that writes files, by nothing but the rights
// that it is given.
func Write(f func(by outfile.Rights, argument string) (tea.Cmd, error)) Action {
	return Action{Writes, f}
}

// Copy makes the action of a command that copies, unless a played file runs it.
func Copy(f func(by outfile.Rights) tea.Cmd) Action {
	return Action{Copies, func(by outfile.Rights, _ string) (tea.Cmd, error) { return f(by), nil }}
}

// Start makes the action of a command that lets other programs have the terminal.
func Start(f func() tea.Cmd) Action {
	return Action{Starts, func(outfile.Rights, string) (tea.Cmd, error) { return f(), nil }}
}

// Launch makes the action of a command whose argument is a program to start.
func Launch(f func(argument string) error) Action {
	return Action{Starts, func(_ outfile.Rights, argument string) (tea.Cmd, error) { return nil, f(argument) }}
}
