//go:build !unix

package console

import tea "github.com/charmbracelet/bubbletea"

// AskBackground asks nothing: what is here has no way to say.
func AskBackground(_, _ any) Shade { return AskTerminal }

// Listen is for systems whose input can be asked whether keys wait.
func (*Keyboard) Listen(<-chan struct{}, func(tea.Msg)) {}
