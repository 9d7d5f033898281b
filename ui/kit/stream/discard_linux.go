package stream

import (
	"github.com/charmbracelet/x/term"
	"golang.org/x/sys/unix"
)

// discard discards output that a terminal has not taken yet.
func discard(file term.File) {
	_ = unix.IoctlSetInt(int(file.Fd()), unix.TCFLSH, unix.TCOFLUSH)
}
