package ui

import (
	"bytes"
	"flag"
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

// Whenever a run is stopped, continued, interrupted, or terminated, its exit status says so, and
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
			state := program.ProcessState.Sys().(syscall.WaitStatus)
			if state.ExitStatus() == 0 {
				break
			}
			if !state.Signaled() && state.ExitStatus() != 130 || stops == 8 { // a signal ends a program that does not yet listen
				t.Fatalf("%d: status %v after %d stops", n, state, stops)
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

// Whenever the terminal program is stopped, continued, and terminated, the terminal's modes are
// restored.
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
		v.tellIfThere(endings[random.IntN(len(endings))])
		v.continued("ended", v.hasEnded)
		state := v.program.ProcessState.Sys().(syscall.WaitStatus)
		if !state.Signaled() && state.ExitStatus() != 130 {
			t.Errorf("%d: exit status %d", n, state.ExitStatus())
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
