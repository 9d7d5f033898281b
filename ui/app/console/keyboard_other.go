//go:build !unix

package console

import tea "github.com/charmbracelet/bubbletea"

// listen is for systems whose input can be asked whether keys wait.
func (*Keyboard) Listen(<-chan struct{}, func(tea.Msg)) {}
