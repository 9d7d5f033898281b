package stream

import (
	"os"
	"syscall"
	"time"
)

// ProcessorTime returns the time that processors have spent on this process; 0 if unknown.
func ProcessorTime() time.Duration {
	var began, ended, kernel, user syscall.Filetime
	self, err := syscall.GetCurrentProcess()
	if err != nil || syscall.GetProcessTimes(self, &began, &ended, &kernel, &user) != nil {
		return 0
	}
	spent := func(t syscall.Filetime) time.Duration { // in units of 100 ns, unlike t.Nanoseconds, which counts from 1970
		return 100 * time.Duration(int64(t.HighDateTime)<<32+int64(t.LowDateTime))
	}
	return spent(kernel) + spent(user)
}

// Interrupted is the exit status of a program that a signal ended.
func Interrupted(os.Signal) int { return 130 }

// Exit ends the program with a status.
func Exit(status int) { os.Exit(status) }

// Discard does nothing: this system keeps no output back.
func Discard(any) {}
