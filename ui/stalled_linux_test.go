package ui

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"regretscope/ui/kit/uitest"

	"golang.org/x/sys/unix"
)

// startStalled runs the program in a terminal whose output nobody reads. It also returns the
// terminal's modes before the program starts.
func startStalled(t *testing.T, line string) (v *visit, before unix.Termios) {
	t.Helper()
	v = &visit{T: t, ended: make(chan struct{})}
	v.outer, v.inner = pseudoTerminal(t)
	v.resize(200, 60)
	before = v.modes()
	v.program = exec.Command(os.Args[0])
	v.program.Env = []string{asProgram + "=" + line, "TERM=xterm-256color"}
	v.program.Dir = t.TempDir()
	v.program.Stdin, v.program.Stdout, v.program.Stderr = v.inner, v.inner, v.inner
	v.program.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	v.start()
	return v, before
}

// A result for a pipe without a reader goes nowhere else, and an interrupt ends the wait.
func TestNobodyReadsAPipe(t *testing.T) {
	folder := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(folder, "a.csv"), 0o600); err != nil {
		t.Skip(err)
	}
	for wait := 200 * time.Millisecond; ; wait *= 2 {
		program := exec.Command(os.Args[0])
		program.Dir, program.Env = folder, []string{asProgram + "=run --scenario hhmh-1 --learner random --horizon 10 --output a.csv"}
		var out strings.Builder
		program.Stdout = &out
		uitest.NoError(t, program.Start())
		t.Cleanup(func() { _ = program.Process.Kill() })
		time.Sleep(wait)
		uitest.NoError(t, program.Process.Signal(syscall.SIGTERM))
		_ = program.Wait() // the status is looked at
		status := program.ProcessState.Sys().(syscall.WaitStatus)
		if status.Signaled() { // before it listened
			continue
		}
		if status.ExitStatus() != 130 || out.Len() > 0 {
			t.Errorf("exit status %d, %q", status.ExitStatus(), &out)
		}
		return
	}
}

// isFull reports whether a file takes no more bytes.
func isFull(file *os.File) bool {
	ready := []unix.PollFd{{Fd: int32(file.Fd()), Events: unix.POLLOUT}}
	n, err := unix.Poll(ready, 0)
	return err == nil && n == 0
}

// A program whose output is not read ends when it is told to, with the terminal's modes restored.
func TestStalledTerminal(t *testing.T) {
	const screen = "--background dark --scenario hhmh-1 --horizon 1e10"
	cases := []struct {
		name, line string
		tell       func(v *visit)
	}{
		{"SIGTERM", screen, func(v *visit) { v.tell(syscall.SIGTERM) }},
		{"SIGHUP", screen, func(v *visit) { v.tell(syscall.SIGHUP) }},
		{"SIGINT", screen, func(v *visit) { v.tell(syscall.SIGINT) }},
		{"Ctrl-C", screen, func(v *visit) { v.types("\x03") }},
		{"keys and Ctrl-C", screen, func(v *visit) { v.types("v"); v.types("vv"); v.types("\x03") }},
		{"SIGTERM to a trace", "trace --learner random --horizon 1e10", func(v *visit) { v.tell(syscall.SIGTERM) }},
		{"Ctrl-C to a trace", "trace --learner random --horizon 1e10", func(v *visit) { v.types("\x03") }},
	}
	var visits []*visit // at once, because each waits for long
	var before []unix.Termios
	for _, c := range cases {
		v, modes := startStalled(t, c.line)
		visits, before = append(visits, v), append(before, modes)
		if c.line == screen {
			v.eventually("raw", v.raw)
			v.types(" ") // frame after frame
		}
	}
	for i, c := range cases {
		visits[i].eventually("stalled", func() bool { return isFull(visits[i].inner) })
		c.tell(visits[i])
	}
	for i, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			v := visits[i]
			v.T = t
			v.eventually("ended", v.hasEnded)
			if status := v.program.ProcessState.ExitCode(); status != 130 {
				t.Errorf("exit status %d", status)
			}
			if after := v.modes(); after != before[i] {
				t.Errorf("the terminal has the modes %+v, before %+v", after, before[i])
			}
		})
	}
}
