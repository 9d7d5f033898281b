//go:build unix && !linux

package program

import "syscall"

// groupOfItsOwn puts a process into a group of its own, out of reach of Ctrl-C.
func groupOfItsOwn() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
