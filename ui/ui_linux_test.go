package ui

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"regretscope/ui/kit/stream"
	"regretscope/ui/kit/uitest"
)

// asProgram lets the test binary act as the program.
const asProgram = "REGRETSCOPE_TEST_ARGUMENTS"

func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "act" {
		acts[os.Args[2]]()
		return
	}
	if line, ok := os.LookupEnv(asProgram); ok {
		stream.Exit(Main(strings.Fields(line), os.Stdin, os.Stdout, os.Stderr))
	}
	uitest.HeedSignals()
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
	}
}

type visit struct {
	*testing.T
	outer, inner *os.File
	before       unix.Termios // the terminal's modes
	program      *exec.Cmd
	ended        chan struct{}

	mutex sync.Mutex
	seen  []byte // what the program has written
}

func open(t *testing.T, line string) *visit {
	t.Helper()
	program := exec.Command(os.Args[0])
	program.Env = []string{asProgram + "=" + line, "TERM=xterm-256color"}
	return openProgram(t, program, "")
}

// openProgram starts a program in a terminal with text that is already typed.
func openProgram(t *testing.T, program *exec.Cmd, typed string) *visit {
	t.Helper()
	v := &visit{T: t, program: program, ended: make(chan struct{})}
	v.outer, v.inner = pseudoTerminal(t)
	v.resize(80, 24)
	v.types(typed)
	v.before = v.modes()
	v.program.Stdin, v.program.Stdout, v.program.Stderr = v.inner, v.inner, v.inner
	v.program.Dir = t.TempDir() // saves go there
	v.program.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	v.start()
	go v.read()
	return v
}

// read reads what the program writes.
func (v *visit) read() {
	var buffer [4096]byte
	for {
		n, err := v.outer.Read(buffer[:])
		if err != nil {
			return
		}
		v.mutex.Lock()
		v.seen = append(v.seen, buffer[:n]...)
		v.mutex.Unlock()
	}
}

func (v *visit) start() {
	v.Helper()
	if err := v.program.Start(); err != nil {
		v.Fatal(err)
	}
	v.Cleanup(func() { _ = v.program.Process.Kill() })
	go func() {
		_ = v.program.Wait() // the exit status is looked at where it is waited for
		close(v.ended)
	}()
}

// eventually waits for something to hold.
func (v *visit) eventually(what string, holds func() bool) {
	v.Helper()
	for end := time.Now().Add(uitest.Patience); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			out := v.output()
			v.Fatalf("not %s; the newest output is %q", what, out[max(0, len(out)-300):])
		}
	}
}

func (v *visit) hasEnded() bool {
	select {
	case <-v.ended:
		return true
	default:
		return false
	}
}

// continued continues a stopped program, or one about to stop, until a condition holds.
func (v *visit) continued(what string, holds func() bool) {
	v.Helper()
	tell := time.Now().Add(50 * time.Millisecond)
	v.eventually(what, func() bool {
		if time.Now().After(tell) { // seldom: Bubble Tea has a data race where it is continued while it goes on
			v.tellIfThere(syscall.SIGCONT)
			tell = time.Now().Add(time.Second)
		}
		return holds()
	})
}

// output returns the program's output since the last reset.
func (v *visit) output() []byte {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	return bytes.Clone(v.seen)
}

func (v *visit) sees(text string) {
	v.Helper()
	v.eventually("on screen: "+text, func() bool { return bytes.Contains(v.output(), []byte(text)) })
}

func (v *visit) forget() {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	v.seen = nil
}

func (v *visit) tell(s syscall.Signal) {
	v.Helper()
	if err := v.program.Process.Signal(s); err != nil {
		v.Fatal(err)
	}
}

// tellIfThere is tell for a program that may have ended.
func (v *visit) tellIfThere(s syscall.Signal) { _ = v.program.Process.Signal(s) }

func (v *visit) types(text string) {
	v.Helper()
	if _, err := v.outer.WriteString(text); err != nil {
		v.Fatal(err)
	}
}

func (v *visit) resize(columns, rows int) {
	v.Helper()
	size := unix.Winsize{Row: uint16(rows), Col: uint16(columns)}
	if err := unix.IoctlSetWinsize(int(v.inner.Fd()), unix.TIOCSWINSZ, &size); err != nil {
		v.Fatal(err)
	}
}

// modes returns the terminal's modes.
func (v *visit) modes() unix.Termios {
	modes, err := unix.IoctlGetTermios(int(v.inner.Fd()), unix.TCGETS)
	if err != nil {
		v.Fatal(err)
	}
	return *modes
}

// raw reports whether the terminal gives keys one by one.
func (v *visit) raw() bool { return v.modes().Lflag&unix.ICANON == 0 }

const (
	succeeded   = "exit status 0"
	interrupted = "signal: interrupt" // shells stop loops and scripts only if a command dies of the signal
)

// ends waits for the end, and expects how the program ends and a restored terminal.
func (v *visit) ends(how string) {
	v.Helper()
	v.eventually("ended", v.hasEnded)
	if got := v.program.ProcessState.String(); got != how {
		v.Errorf("%s, want %s", got, how)
	}
	v.sees("\x1b[?1049l") // the screen of before
	if v.raw() {
		v.Error("the terminal is left raw")
	}
}

// quits presses q until the program has ended: a q too soon after another key counts as part of a paste.
func (v *visit) quits() {
	v.Helper()
	v.eventually("ended", func() bool {
		v.types("q")
		time.Sleep(200 * time.Millisecond)
		return v.hasEnded()
	})
	v.ends(succeeded)
}

const atOnce = "--background dark --horizon 10"

// A signal ends the program properly, and it prints the command that opens the same place again.
func TestSignalsEndTheProgramInOrder(t *testing.T) {
	t.Parallel()
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP} {
		v := open(t, atOnce+" --scenario hhmh-1 --at-round 7")
		v.sees("five arms")
		v.tell(s)
		v.ends("signal: " + s.String())
		v.sees("--horizon 10 --seed 1 --at-round 7")
	}
}

// After SIGSTOP, which cannot be caught, the program restores modes that the shell has changed.
func TestContinuedAfterAStopThatCannotBeCaught(t *testing.T) {
	v := open(t, atOnce)
	v.sees("choose scenario and learners")
	v.tell(syscall.SIGSTOP)
	modes, err := unix.IoctlGetTermios(int(v.inner.Fd()), unix.TCGETS)
	uitest.NoError(t, err)
	modes.Lflag |= unix.ICANON | unix.ECHO
	uitest.NoError(t, unix.IoctlSetTermios(int(v.inner.Fd()), unix.TCSETS, modes))
	v.tell(syscall.SIGCONT)
	v.eventually("raw again", v.raw)
	v.quits()
}

// A paste without marks is recognized only by its speed: see TestAPasteDoesNotQuit, in simulated time.
// Nor does any byte, except for a Ctrl-C that is typed.
func TestMarkedPastesDoNotQuit(t *testing.T) {
	v := open(t, atOnce)
	v.sees("choose scenario and learners")
	v.types("\xff\x1c\x90qqq\x9c\x1b[M \xff\xff\x1b[200~" + strings.Repeat("aq \x03 \x1a \xff", 200) + "\x1b[201~")
	time.Sleep(200 * time.Millisecond) // a key that quits waits for others for a while
	v.types("\x03")
	v.ends(interrupted)
}

// The terminal is asked for its background once, with a time limit, and never if a flag sets it.
func TestTheTerminalIsAskedOnce(t *testing.T) {
	t.Parallel()
	const question = "\x1b]11;?"
	v := open(t, "--horizon 10")
	v.sees("choose scenario and learners")
	v.quits()
	if n := bytes.Count(v.output(), []byte(question)); n != 1 {
		t.Errorf("it is asked %d times", n)
	}
	program := exec.Command(os.Args[0])
	program.Env = []string{asProgram + "=--horizon 10", "TERM=xterm-256color"}
	v = openProgram(t, program, "\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[?62;c") // the answer, before it can be late
	v.sees(question)
	v.sees("choose scenario and learners")
	v.sees("38;5;235m") // a title on a light background
	v.quits()
	v = open(t, atOnce)
	v.sees("choose scenario and learners")
	v.quits()
	if out := v.output(); bytes.Contains(out, []byte("\x1b]1")) || bytes.Contains(out, []byte("\x1b[6n")) {
		t.Error("it is asked although its background was said")
	}
}

func played(t *testing.T, flags, text string) *visit {
	t.Helper()
	path := filepath.Join(t.TempDir(), "talk.script")
	uitest.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return open(t, "--background dark --script "+path+" "+flags)
}

const (
	talk      = "start --scenario hhmh-1 --horizon 100 --learner ucb1\n"
	clipboard = "\x1b]52;"
)

// A script that writes, copies, or starts programs is refused before the screen opens, even if a
// rehearsal takes too long to reach the line.
func TestScriptsActOnlyInside(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"copy-command", "save-screen named.svg", "program ./mine.py"} {
		v := played(t, "", "start --scenario hhmh-1 --horizon 1e9\ngo 9e8\n"+line+"\n")
		name, _, _ := strings.Cut(line, " ")
		v.sees(":3: " + name + ": a lesson or script cannot run this; only you can")
		v.eventually("ended", v.hasEnded)
		if status := v.program.ProcessState.ExitCode(); status != 2 {
			t.Errorf("status %d", status)
		}
		if bytes.Contains(v.output(), []byte(clipboard)) {
			t.Error("a script writes into the clipboard")
		}
	}
}

// A person's enter does nothing to text that a script typed into the palette.
func TestAPaletteThatAScriptFilled(t *testing.T) {
	t.Parallel()
	v := played(t, "", talk+"key :\ntype save-screen mine.txt\n")
	v.sees("mine.txt")
	v.types("\r")
	v.sees("type it yourself")
	v.types("P")
	v.sees("wrote regretscope-screen.svg")
	v.types("y")
	v.sees(clipboard)
	v.types("\x03")
	v.ends(interrupted)
	if entries, err := os.ReadDir(v.program.Dir); err != nil || len(entries) != 1 || !strings.HasSuffix(entries[0].Name(), ".svg") {
		t.Errorf("there is %v, %v", entries, err)
	}
}

// Ctrl+C after a text that a terminal pastes as if typed ends the program, wherever the text goes.
func TestCtrlCBehindAPaste(t *testing.T) {
	words := 1 << 14 / 12
	if testing.Short() { // the race detector
		words /= 8
	}
	for name, keys := range map[string]string{"the palette": ":", "a filter": "e/", "a prompt": "g", "no line": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := open(t, "--background dark --scenario hhmh-1 --horizon 100 --learner ucb1")
			v.sees("UCB1")
			for _, key := range keys {
				v.types(string(key))
				v.eventually("drawn", func() bool { return len(v.output()) > 0 })
			}
			v.types(strings.Repeat("some words, ", words))
			v.types("\x03")
			v.ends(interrupted)
		})
	}
}
