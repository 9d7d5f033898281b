package ui

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"regretscope/ui/kit/uitest"
)

var signals = flag.Int("signals", 3, "how many programs are signaled at random moments")

// timed matches a unit's time and its checksum, the only parts of records that may differ.
var timed = regexp.MustCompile(`"elapsed_seconds":.*`)

var endings = []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}

// started runs the program in a folder, without a terminal.
func started(t *testing.T, folder, line string) *exec.Cmd {
	t.Helper()
	program := exec.Command(os.Args[0])
	program.Dir, program.Env = folder, []string{asProgram + "=" + line}
	uitest.NoError(t, program.Start())
	t.Cleanup(func() { _ = program.Process.Kill() })
	return program
}

func within(random *rand.Rand, limit time.Duration) time.Duration {
	return time.Duration(random.Int64N(int64(limit)))
}

// sortedLines returns the lines of a file without the times in them. Records have their units in
// the order in which they were finished.
func sortedLines(text []byte) []string {
	return slices.Sorted(strings.Lines(string(timed.ReplaceAll(text, nil))))
}

// Whenever a run is stopped, continued, interrupted, or terminated, it ends by that signal, and
// with --resume it produces the same lines as an undisturbed run.
func TestRecordsSurviveSignalsAtRandomMoments(t *testing.T) {
	t.Parallel()
	const line = "run --scenario hhmh-2 --learner lazy-dp-ts --learner ucb1 --horizon 3e4 --runs 10 --workers 2 --quiet --records a.jsonl --output a.csv"
	whole := t.TempDir()
	begun := time.Now()
	uitest.NoError(t, started(t, whole, line).Wait())
	took := time.Since(begun)
	for n := range *signals {
		random := rand.New(rand.NewPCG(uint64(n), 4))
		folder, again, stops := t.TempDir(), "", 0
		for ; ; stops++ {
			program := started(t, folder, line+again)
			if stops < 8 { // so that it comes to an end
				time.Sleep(within(random, took*2/3))
				if random.IntN(2) == 0 {
					_ = program.Process.Signal(syscall.SIGSTOP) // may have ended
					time.Sleep(within(random, 20*time.Millisecond))
					_ = program.Process.Signal(syscall.SIGCONT)
				}
				_ = program.Process.Signal(endings[random.IntN(len(endings))])
			}
			_ = program.Wait() // the status is looked at
			if program.ProcessState.Success() {
				break
			}
			if !program.ProcessState.Sys().(syscall.WaitStatus).Signaled() || stops == 8 {
				t.Fatalf("%d: %s after %d stops", n, program.ProcessState, stops)
			}
			if _, err := os.Stat(filepath.Join(folder, "a.jsonl")); err == nil {
				again = " --resume"
			}
		}
		for _, name := range []string{"a.jsonl", "a.csv"} {
			got, err := os.ReadFile(filepath.Join(folder, name))
			want, err2 := os.ReadFile(filepath.Join(whole, name))
			if err != nil || err2 != nil || !slices.Equal(sortedLines(got), sortedLines(want)) {
				t.Errorf("%d: %s differs after %d stops (%v, %v)", n, name, stops, err, err2)
			}
		}
		left, err := os.ReadDir(folder)
		if err != nil || len(left) != 2 {
			t.Errorf("%d: left behind: %v, %v", n, left, err)
		}
	}
}

// Whenever the terminal program is stopped, continued, and terminated, the terminal's modes are restored.
func TestTheTerminalSurvivesSignalsAtRandomMoments(t *testing.T) {
	t.Parallel()
	for n := range *signals {
		random := rand.New(rand.NewPCG(uint64(n), 44))
		v := open(t, "--background dark --scenario hhmh-1 --horizon 1e9")
		time.Sleep(within(random, 400*time.Millisecond))
		for range random.IntN(3) {
			v.types(" ") // runs, or pauses
			v.tellIfThere([]syscall.Signal{syscall.SIGTSTP, syscall.SIGSTOP}[random.IntN(2)])
			time.Sleep(within(random, 50*time.Millisecond))
			for range 3 { // it may stop itself only now
				v.tellIfThere(syscall.SIGCONT)
				time.Sleep(within(random, 50*time.Millisecond))
			}
		}
		end := endings[random.IntN(len(endings))]
		v.tellIfThere(end)
		v.continued("ended", v.hasEnded)
		if got := v.program.ProcessState.String(); got != "signal: "+end.String() {
			t.Errorf("%d: %s, want %s", n, got, end)
		}
		if after := v.modes(); after != v.before {
			t.Errorf("%d: the terminal has the modes %+v, before %+v", n, after, v.before)
		}
		v.eventually("back at the screen of before", func() bool {
			out := v.output()
			return bytes.LastIndex(out, []byte("\x1b[?1049h")) <= bytes.LastIndex(out, []byte("\x1b[?1049l"))
		})
	}
}

// startStalled starts the program in a terminal that no one reads, and returns the terminal's modes from before.
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
		var out, said strings.Builder
		program.Stdout, program.Stderr = &out, &said
		uitest.NoError(t, program.Start())
		t.Cleanup(func() { _ = program.Process.Kill() })
		time.Sleep(wait)
		uitest.NoError(t, program.Process.Signal(syscall.SIGTERM))
		_ = program.Wait()   // the status is looked at
		if said.Len() == 0 { // it did not listen yet
			continue
		}
		if got := program.ProcessState.String(); got != "signal: terminated" || out.Len() > 0 {
			t.Errorf("%s, %q", got, &out)
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
		name, line, ends string
		tell             func(v *visit)
	}{
		{"SIGTERM", screen, "terminated", func(v *visit) { v.tell(syscall.SIGTERM) }},
		{"SIGHUP", screen, "hangup", func(v *visit) { v.tell(syscall.SIGHUP) }},
		{"SIGINT", screen, "interrupt", func(v *visit) { v.tell(syscall.SIGINT) }},
		{"Ctrl-C", screen, "interrupt", func(v *visit) { v.types("\x03") }},
		{"keys and Ctrl-C", screen, "interrupt", func(v *visit) { v.types("v"); v.types("vv"); v.types("\x03") }},
		{"SIGTERM to a trace", "trace --learner random --horizon 1e10", "terminated", func(v *visit) { v.tell(syscall.SIGTERM) }},
		{"Ctrl-C to a trace", "trace --learner random --horizon 1e10", "interrupt", func(v *visit) { v.types("\x03") }},
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
		v := visits[i]
		v.T = t
		v.eventually("ended", v.hasEnded)
		if got := v.program.ProcessState.String(); got != "signal: "+c.ends {
			t.Errorf("%s: %s, want %s", c.name, got, c.ends)
		}
		if after := v.modes(); after != before[i] {
			t.Errorf("%s: the terminal has the modes %+v, before %+v", c.name, after, before[i])
		}
		if c.line == screen {
			go v.read()
			v.sees("\x1b[?1049l")
			v.sees("\x1b[?25h")
		}
	}
}

// openShell starts an interactive shell with job control. Its prompt is "ready> ".
func openShell(t *testing.T) *visit {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	shell := exec.Command(bash, "--norc", "--noprofile", "-i")
	shell.Env = []string{"TERM=xterm-256color", "PS1=ready> ", "PATH=" + os.Getenv("PATH")}
	v := openProgram(t, shell, "")
	v.sees("ready> ")
	return v
}

// enters types a command line into the shell, and waits for a text after it.
func (v *visit) enters(line, then string) {
	v.Helper()
	v.forget()
	v.types(line + "\n")
	v.sees(then)
}

// inFront returns the process group that has the terminal.
func (v *visit) inFront() int {
	group, err := unix.IoctlGetInt(int(v.outer.Fd()), unix.TIOCGPGRP)
	if err != nil {
		v.Fatal(err)
	}
	return group
}

// atPrompt waits until the shell has the terminal again.
func (v *visit) atPrompt(after string) {
	v.Helper()
	v.eventually(after+": back at the shell", func() bool { return v.inFront() == v.program.Process.Pid })
}

var sttySettings = regexp.MustCompile("[0-9a-f]+(:[0-9a-f]+){10,}")

// settings returns the terminal's modes as commands of the shell find them.
func (v *visit) settings() string {
	v.Helper()
	v.enters("stty -g; echo do''ne", "done")
	return sttySettings.FindString(string(v.output()))
}

// stopsReading waits until the shell knows that the system has stopped the program, which reads
// from the terminal in the background. Before that fg sends no SIGCONT, whatever the program.
func (v *visit) stopsReading() {
	v.Helper()
	v.eventually("stopped as it reads", func() bool {
		v.types("jobs\n")
		time.Sleep(50 * time.Millisecond)
		return bytes.Contains(v.output(), []byte("Stopped"))
	})
}

// acting returns a shell command that runs the program.
func acting(line string) string { return fmt.Sprintf("%s=%q %s", asProgram, line, os.Args[0]) }

// Ctrl-Z, and SIGTSTP from outside, stop the program on every screen, in scripts and in plain mode. The shell's
// prompt comes back with the terminal as it was, fg continues, and bg leaves the terminal to the shell.
func TestShellStopsAndContinues(t *testing.T) {
	t.Parallel()
	playing := filepath.Join(t.TempDir(), "a.script")
	uitest.NoError(t, os.WriteFile(playing, []byte("start --scenario hhmh-1 --horizon 1000\ncaption Playing.\nwait key\n"), 0o600))
	const run = atOnce + " --scenario hhmh-1"
	for name, c := range map[string]struct{ line, keys, sees string }{
		"setup":      {atOnce, "", "choose scenario and learners"},
		"run":        {run, "", "five arms"},
		"help":       {run, "?", "esc closes"},
		"palette":    {run, ":", "Command"},
		"experiment": {run, "x", "runs"},
		"twin":       {run, "t", "universe"},
		"manual":     {run, "i", "esc"},
		"lesson":     {"lesson regret --background dark", "", "regret"},
		"script":     {"--background dark --script " + playing, "", "Playing."},
		"plain":      {"--plain " + run, "", "> "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := openShell(t)
			before := v.settings()
			v.enters(acting(c.line), map[bool]string{true: "five arms", false: c.sees}[c.keys != ""])
			if c.keys != "" {
				v.forget()
				v.types(c.keys)
				v.sees(c.sees)
			}
			v.eventually("started", func() bool { return v.inFront() != v.program.Process.Pid })
			program, raw := v.inFront(), name != "plain"
			for _, stop := range []struct {
				by string
				do func()
			}{
				{"Ctrl-Z", func() { v.types("\x1a") }},
				{"Ctrl-Z again", func() { v.types("\x1a") }},
				{"SIGTSTP", func() { _ = unix.Kill(program, unix.SIGTSTP) }},
				{"SIGTSTP to the job", func() { _ = unix.Kill(-program, unix.SIGTSTP) }},
			} {
				v.eventually(stop.by+": ready", func() bool { return v.inFront() == program && v.raw() == raw })
				stop.do()
				v.atPrompt(stop.by)
				v.enters("jobs", "Stopped")
				if after := v.settings(); after != before {
					t.Errorf("%s: the terminal was\n%s, is\n%s", stop.by, before, after)
				}
				v.enters("bg; echo in''back", "inback")
				if !raw {
					v.stopsReading()
				}
				v.types("fg\n")
			}
			v.eventually("in front", func() bool { return v.inFront() == program && v.raw() == raw })
			v.types("\x03")
			v.atPrompt("Ctrl-C")
			v.enters("echo status=$?", "status=130")
			if after := v.settings(); after != before {
				t.Errorf("in the end the terminal was\n%s, is\n%s", before, after)
			}
		})
	}
}

// A stopped program ends by the signals that end it, also in the background.
func TestSignalsEndAStoppedProgram(t *testing.T) {
	t.Parallel()
	for end, said := range map[string]string{"TERM": "Terminated", "HUP": "Hangup"} {
		t.Run(end, func(t *testing.T) {
			t.Parallel()
			v := openShell(t)
			v.enters(acting(atOnce+" --scenario hhmh-1"), "five arms")
			v.types("\x1a")
			v.atPrompt("Ctrl-Z")
			v.enters("kill -"+end+" %1; echo se''nt", "sent")
			v.eventually("ended by the signal", func() bool { // which the shell says before a prompt
				v.types("\n")
				time.Sleep(50 * time.Millisecond)
				return bytes.Contains(v.output(), []byte(said))
			})
			v.enters("jobs; echo no''more", "nomore")
			if out := string(v.output()); strings.Contains(out, "Stopped") || strings.Contains(out, "Running") {
				t.Errorf("it is still there: %q", out)
			}
		})
	}
}

// Where no shell could continue it, the program does not stop: here its session is its own.
func TestOrphansAreNotStopped(t *testing.T) {
	t.Parallel()
	for _, stop := range []func(v *visit){
		func(v *visit) { v.tell(syscall.SIGTSTP) },
		func(v *visit) { v.types("\x1a") },
	} {
		v := open(t, atOnce)
		v.sees("choose scenario and learners")
		stop(v)
		v.sees("no shell that could continue")
		v.quits()
	}
}
