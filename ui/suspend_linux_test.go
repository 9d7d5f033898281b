package ui

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"regretscope/ui/kit/uitest"
)

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

// Ctrl-Z, and SIGTSTP from outside, stop the program on every screen, in scripts and in plain mode.
// The shell's prompt comes back with the terminal as it was, fg continues, and bg leaves the
// terminal to the shell.
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
	for _, end := range []string{"TERM", "HUP"} {
		t.Run(end, func(t *testing.T) {
			t.Parallel()
			v := openShell(t)
			v.enters(acting(atOnce+" --scenario hhmh-1"), "five arms")
			v.types("\x1a")
			v.atPrompt("Ctrl-Z")
			v.enters("kill -"+end+" %1; echo se''nt", "sent")
			v.eventually("ended with status 130", func() bool { // which the shell says before a prompt
				v.types("\n")
				time.Sleep(50 * time.Millisecond)
				return bytes.Contains(v.output(), []byte("Exit 130"))
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
