//go:build !unix

package console

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit/theme"
)

// AskBackground cannot ask on this system.
func AskBackground(_, _ any) (theme.Shade, []byte) { return theme.Unknown, nil }

// HeedInterrupt does nothing: Ctrl-C is a key.
func (*Keyboard) HeedInterrupt(error) tea.Msg { return nil }

func (*Keyboard) waits(time.Duration) bool { return false }
