//go:build !unix

package console

import (
	"time"

	"regretscope/ui/kit/theme"
)

// AskBackground cannot ask on this system.
func AskBackground(_, _ any) (theme.Shade, []byte) { return theme.Unknown, nil }

func interruptGroup() {} // Ctrl-C is a key

func (*Keyboard) waits(time.Duration) bool { return false }
