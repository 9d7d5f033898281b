//go:build !unix

package app

import tea "github.com/charmbracelet/bubbletea"

// listen is for systems whose input can be asked whether keys wait.
func (*keyboard) listen(<-chan struct{}, func(tea.Msg)) {}
