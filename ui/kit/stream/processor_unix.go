//go:build unix

package stream

import (
	"syscall"
	"time"
)

// ProcessorTime returns the time that processors have spent on this process; 0 if unknown.
func ProcessorTime() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
