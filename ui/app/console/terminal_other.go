//go:build !unix

package console

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit/theme"
)

// AskBackground cannot ask on this system.
func AskBackground(_, _ any) (theme.Shade, []byte) { return theme.Unknown, nil }

// Listen does nothing on systems that cannot check for waiting keys.
func (*Keyboard) Listen(<-chan struct{}, func(tea.Msg)) {}

func (*Keyboard) waits(time.Duration) bool { return false }
