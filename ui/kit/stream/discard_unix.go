//go:build unix && !linux

package stream

import (
	"github.com/charmbracelet/x/term"
	"golang.org/x/sys/unix"
)

// discard discards output that a terminal has not taken yet.
func discard(file term.File) {
	const written = 2 // FWRITE
	_ = unix.IoctlSetPointerInt(int(file.Fd()), unix.TIOCFLUSH, written)
}
