//go:build !unix && !js

package program

import (
	"os"
	"syscall"
)

func groupOfItsOwn() *syscall.SysProcAttr { return nil }

// killGroup ends a process; groups are not known here.
func killGroup(leader int) {
	if p, err := os.FindProcess(leader); err == nil {
		p.Kill()
	}
}
