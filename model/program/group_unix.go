//go:build unix

package program

import "syscall"

// killGroup ends all processes of a group.
func killGroup(leader int) { syscall.Kill(-leader, syscall.SIGKILL) }
