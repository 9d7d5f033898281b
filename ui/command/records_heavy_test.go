//go:build heavy && unix

package command

import (
	"os"
	"syscall"
	"testing"
)

func TestRunsThatAreKilledOften(t *testing.T) { killed(t, 20) }

func TestOneOfManyWritesAfterEachSignal(t *testing.T) {
	writesAlone(t, 8, os.Interrupt, syscall.SIGKILL, syscall.SIGTERM)
}
