//go:build unix

package program

import "syscall"

func killGroup(leader int) { syscall.Kill(-leader, syscall.SIGKILL) }
