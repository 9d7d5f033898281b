package program

import "syscall"

// groupOfItsOwn puts a process into a group of its own, out of reach of Ctrl-C, and ends it when this program dies.
func groupOfItsOwn() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
