//go:build unix

package console

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"golang.org/x/sys/unix"

	"regretscope/ui/kit/stream"
)

var stopSignals = stream.Heeded(unix.SIGTSTP, unix.SIGCONT) // asks the program to stop, and tells it that it goes on

func stopMessage(caught os.Signal) tea.Msg {
	if caught == unix.SIGTSTP {
		return StopMsg{}
	}
	return ContinuedMsg{}
}

// MaySuspend returns an error if nobody could continue the program after a stop.
func MaySuspend() error {
	if orphaned() {
		return errors.New("suspend: there is no shell that could continue the program")
	}
	return nil
}

// Suspend stops the program, with the rest of its process group, until a shell brings it to the
// foreground again or a signal ends it. The terminal must have been restored. Once a Go program
// has caught SIGTSTP, that signal no longer stops it, so it stops itself by SIGSTOP.
func (s *Signals) Suspend() {
	if s.ended() {
		return
	}
	signal.Reset(stopSignals...) // this stop, and its end, are no messages
	defer signal.Notify(s.caught, stopSignals...)
	continued := make(chan os.Signal, 1) // another thread may have to stop the program first
	signal.Notify(continued, unix.SIGCONT)
	_ = unix.Kill(0, unix.SIGTSTP)
	_ = unix.Kill(unix.Getpid(), unix.SIGSTOP)
	<-continued
	signal.Stop(continued)
	for !inForeground() {
		if s.ended() {
			// Bubble Tea sets up the terminal once more before it ends, and reads from it; neither
			// may stop the program again.
			signal.Ignore(unix.SIGTTOU, unix.SIGTTIN)
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// inForeground reports whether the terminal belongs to the program, or is gone.
func inForeground() bool {
	terminal, err := os.Open("/dev/tty")
	if err != nil {
		return true
	}
	defer terminal.Close()
	group, err := unix.IoctlGetInt(int(terminal.Fd()), unix.TIOCGPGRP)
	return err != nil || group == unix.Getpgrp()
}

// orphaned reports whether the program's process group is orphaned: none of its ancestors outside
// of the group belongs to its session. The system does not stop such groups, either.
func orphaned() bool {
	session, err := unix.Getsid(0)
	if err != nil {
		return false
	}
	group := unix.Getpgrp()
	for pid, known := os.Getppid(), true; known; pid, known = parent(pid) {
		if its, err := unix.Getsid(pid); err != nil || its != session || pid <= 0 {
			return true
		}
		if its, err := unix.Getpgid(pid); err == nil && its != group {
			return false
		}
	}
	return false
}

// parent returns the parent of a process; known is false where the system has no /proc.
func parent(pid int) (parent int, known bool) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, false
	}
	var state string // after the name, in parentheses
	n, _ := fmt.Sscan(string(stat[bytes.LastIndexByte(stat, ')')+1:]), &state, &parent)
	return parent, n == 2
}
