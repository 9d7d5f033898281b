//go:build !unix && !js

package console

import (
	"os"

	tea "github.com/charmbracelet/bubbletea"
)

var stopSignals []os.Signal // this system has none

var signalMessages = map[os.Signal]tea.Msg{os.Interrupt: EndMsg{}}
