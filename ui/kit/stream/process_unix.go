//go:build unix

package stream

import (
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/charmbracelet/x/term"
)

// ProcessorTime returns the time that processors have spent on this process; 0 if unknown.
func ProcessorTime() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// Interrupted is the exit status of a program that a signal ended.
func Interrupted(by os.Signal) int { return 128 + int(by.(syscall.Signal)) }

// Exit ends the program with a status. If it is that of a signal, the program dies of the signal: a shell stops
// a loop or a script only if its command did.
func Exit(status int) {
	by := syscall.Signal(status - 128)
	if slices.Contains([]syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}, by) && !signal.Ignored(by) &&
		os.Getpid() != 1 { // the first process of a container does not die of signals
		signal.Reset(by)
		_ = syscall.Kill(os.Getpid(), by)
		time.Sleep(time.Second) // another thread may get it
	}
	os.Exit(status)
}

// Discard discards output that a terminal has not taken yet, and lets a write that waits for it go on.
func Discard(out any) {
	if file, ok := out.(term.File); ok {
		discard(file)
		SaveModes(file)() // setting modes, even the same ones, wakes writers
	}
}
