package ui

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// asProgram lets the test binary act as the program.
const asProgram = "REGRETSCOPE_TEST_ARGUMENTS"

func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "act" {
		acts[os.Args[2]]()
		return
	}
	if line, ok := os.LookupEnv(asProgram); ok {
		os.Exit(Main(strings.Fields(line), os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// pseudoTerminal opens both ends of a terminal that never answers.
func pseudoTerminal(t *testing.T) (outer, inner *os.File) {
	t.Helper()
	outer, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { outer.Close() })
	if err := unix.IoctlSetPointerInt(int(outer.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Skip(err)
	}
	number, err := unix.IoctlGetInt(int(outer.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Skip(err)
	}
	inner, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { inner.Close() })
	return outer, inner
}

// No command queries the terminal, because a terminal that does not answer would block it. A
// query is an escape sequence.
func TestCommandsAskTheTerminalNothing(t *testing.T) {
	for _, line := range []string{"--version", "--help", "list channels", "run --horizon 10 --runs 1", "run --bad"} {
		t.Run(line, func(t *testing.T) {
			outer, inner := pseudoTerminal(t)
			program := exec.Command(os.Args[0])
			program.Stdin, program.Stdout, program.Stderr = inner, inner, inner
			program.Env = []string{asProgram + "=" + line, "TERM=xterm-256color"}
			program.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true} // in the foreground
			program.Run()                                                           // whose exit status is none of this test's business
			inner.Close()
			text := make([]byte, 1<<16)
			n, err := outer.Read(text)
			if err != nil || n == 0 {
				t.Fatalf("%s: %v, no output", line, err)
			}
			if i := strings.IndexByte(string(text[:n]), 0x1b); i >= 0 {
				t.Errorf("%s writes an escape sequence: %q", line, text[i:n])
			}
		})
	}
}
