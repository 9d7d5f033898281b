//go:build !unix && !js

package console

import (
	"os"

	tea "github.com/charmbracelet/bubbletea"
)

var stopSignals []os.Signal // there are none here

var signalMessages = map[os.Signal]tea.Msg{os.Interrupt: EndMsg{}}
