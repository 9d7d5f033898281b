package ui

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"regretscope/ui/kit/uitest"
)

// The test binary is also a learner: with "act" as its first argument it plays a part, in one lane.
var acts = map[string]func(){
	"play":    func() { answer(func() { fmt.Println(`{"play":[0]}`) }) },
	"hang":    func() { answer(func() { time.Sleep(time.Hour) }) },
	"garbage": func() { answer(func() { fmt.Println("arm one, I think") }) },
	"die":     func() { answer(func() { os.Exit(3) }) },
	"flood": func() {
		answer(func() {
			for text, k := bytes.Repeat([]byte("x"), 1<<20), 0; k < 300; k++ {
				os.Stdout.Write(text)
			}
		})
	},
	"scream": func() {
		answer(func() {
			for text, k := bytes.Repeat([]byte("x"), 1<<20), 0; k < 300; k++ {
				os.Stderr.Write(text)
			}
			os.Exit(3)
		})
	},
	"parent": func() { begets("child") }, // which reads what the parent does not
	"elder":  func() { begets("heir") },
	"heir":   func() { note(); time.Sleep(time.Hour) },
	"child": func() { // which ends with its input, that the parent has
		note()
		for os.Getenv("PARENT") == strconv.Itoa(os.Getppid()) {
			time.Sleep(20 * time.Millisecond)
		}
		bufio.NewReader(os.Stdin).ReadString(0)
	},
}

// begets starts a child in a part and never answers.
func begets(part string) {
	child := exec.Command(os.Args[0], "act", part)
	child.Stdin = os.Stdin
	child.Env = append(os.Environ(), "PARENT="+strconv.Itoa(os.Getpid()))
	if err := child.Start(); err != nil {
		panic(err)
	}
	answer(func() { time.Sleep(time.Hour) })
}

// note writes the process ID to its own file in the working folder.
func note() {
	os.WriteFile(fmt.Sprintf("process-%d", os.Getpid()), nil, 0o600)
}

// answer reads the first message, and then does something in each round.
func answer(do func()) {
	note()
	lines := bufio.NewScanner(os.Stdin)
	for round := 0; lines.Scan() && !strings.Contains(lines.Text(), `"end"`); round++ {
		if round == 0 {
			fmt.Println(`{"lanes":1}`)
		} else {
			do()
		}
	}
}

// learner writes a program that plays a part into a folder.
func learner(t *testing.T, folder, part string) {
	t.Helper()
	text := "#!/bin/sh\nexec '" + os.Args[0] + "' act " + part + "\n"
	uitest.NoError(t, os.WriteFile(filepath.Join(folder, "mine"), []byte(text), 0o700))
}

func noted(t *testing.T, folder string) (pids []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "process-*"))
	uitest.NoError(t, err)
	for _, file := range files {
		pids = append(pids, strings.TrimPrefix(filepath.Base(file), "process-"))
	}
	return pids
}

// left returns which of the processes and their groups still exist and are not zombies.
func left(pids []string) (found []string) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range stats {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		number, rest, _ := strings.Cut(string(text), " ")
		fields := strings.Fields(rest[strings.LastIndexByte(rest, ')')+1:]) // state, parent, group
		for _, pid := range pids {
			if fields[0] != "Z" && (number == pid || fields[2] == pid) {
				found = append(found, string(text))
			}
		}
	}
	return found
}

// expectNothingLeft waits a while for the end of processes.
func expectNothingLeft(t *testing.T, folder string) {
	t.Helper()
	pids := noted(t, folder)
	if len(pids) == 0 {
		t.Fatal("no process was started")
	}
	for deadline := time.Now().Add(uitest.Patience); len(left(pids)) > 0; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("left are\n%s", strings.Join(left(pids), ""))
		}
	}
}

// However the program ends, no process of its learner's group is left.
func TestNothingIsLeftOfALearner(t *testing.T) {
	t.Parallel()
	endings := map[string]struct {
		part   string
		signal syscall.Signal
		ends   string
	}{
		"interrupted": {"elder", syscall.SIGINT, interrupted}, "told to end": {"elder", syscall.SIGTERM, "signal: terminated"},
		"told to quit": {"elder", syscall.SIGQUIT, "exit status 131"},
		// In this case nothing can end the learner's child, so it must end itself.
		"killed":  {"parent", syscall.SIGKILL, "signal: killed"},
		"crashed": {"parent", syscall.SIGABRT, "exit status 2"}, // as a fault in a goroutine ends it
	}
	for name, e := range endings {
		folder := t.TempDir()
		learner(t, folder, e.part)
		program := started(t, folder, "run --learner ./mine --runs 2 --horizon 100 --quiet")
		for deadline := time.Now().Add(uitest.Patience); len(noted(t, folder)) < 2; time.Sleep(20 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%s: the learner was not started", name)
			}
		}
		_ = program.Process.Signal(e.signal)
		_ = program.Wait() // the status is looked at
		if got := program.ProcessState.String(); got != e.ends {
			t.Errorf("%s: %s, want %s", name, got, e.ends)
		}
		expectNothingLeft(t, folder)
	}
}

// A learner's misbehavior gives one sentence, uses little memory, and leaves no process.
func TestLearnersThatHarm(t *testing.T) {
	for part, want := range map[string]string{
		"hang":    "./mine: round 1: no answer within 200ms; does it flush its output?",
		"die":     "./mine: round 1: the program exited with status 3",
		"garbage": "./mine: round 1: its answer is not a line of JSON; print messages for people to standard error, in arm one, I think",
		"flood":   "./mine: round 1: its answer is longer than 1 MB",
		"scream":  "./mine: round 1: the program exited with status 3; its last output was \"xxx",
		"parent":  "./mine: round 1: no answer within 200ms",
	} {
		t.Run(part, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			learner(t, folder, part)
			var said bytes.Buffer
			program := exec.Command(os.Args[0])
			within := "200ms"
			if !strings.Contains(want, within) {
				within = "1h" // a busy machine fails nothing
			}
			program.Dir, program.Env = folder, []string{asProgram + "=run --learner ./mine --runs 2 --horizon 100 --quiet --answer-within " + within}
			program.Stderr = &said
			_ = program.Run() // the status is looked at
			state := program.ProcessState
			if state.ExitCode() != 1 || !strings.HasPrefix(said.String(), want) || strings.Count(said.String(), "\n") != 1 || said.Len() > 600 {
				t.Errorf("status %d: %s", state.ExitCode(), said.String())
			}
			const most = 200 << 10 // kilobytes
			if used := state.SysUsage().(*syscall.Rusage).Maxrss; used > most {
				t.Errorf("%d KB of memory", used)
			}
			expectNothingLeft(t, folder)
		})
	}
}

// Reading records of a program's runs does not start it.
func TestRecordsStartNoPrograms(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	learner(t, folder, "play")
	uitest.NoError(t, started(t, folder, "run --learner ./mine --runs 2 --horizon 20 --quiet --records a.jsonl").Wait())
	for _, pid := range noted(t, folder) {
		uitest.NoError(t, os.Remove(filepath.Join(folder, "process-"+pid)))
	}
	for _, line := range []string{"summary a.jsonl", "plot a.jsonl --output a.svg"} {
		program := exec.Command(os.Args[0])
		program.Dir, program.Env = folder, []string{asProgram + "=" + line}
		if out, err := program.CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", line, err, out)
		}
		if pids := noted(t, folder); len(pids) > 0 {
			t.Errorf("%s: the program was started", line)
		}
	}
}

// The template is UCB1: on distinct rewards it plays like the built-in one.
func TestTheTemplateIsUCB1(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3: the template was not run")
	}
	folder := t.TempDir()
	scenario := "kind = \"stochastic\"\narms = [\"beta(4,2)\", \"beta(3,3)\", \"uniform(0.1,0.8)\"]\n"
	uitest.NoError(t, os.WriteFile(filepath.Join(folder, "mine.toml"), []byte(scenario), 0o600))
	said := func(line string) string {
		program := exec.Command(os.Args[0])
		program.Dir, program.Env = folder, append(os.Environ(), asProgram+"="+line)
		out, err := program.Output()
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		return string(out)
	}
	uitest.NoError(t, os.WriteFile(filepath.Join(folder, "mine.py"), []byte(said("template python")), 0o600))
	plays := regexp.MustCompile(`"play":\[\d\]|"regret":[^,}]*`)
	const line = "trace --scenario mine.toml --horizon 300 --learner "
	mine, ours := plays.FindAllString(said(line+"mine.py"), -1), plays.FindAllString(said(line+"ucb1"), -1)
	if len(mine) < 600 || !slices.Equal(mine, ours) {
		t.Errorf("%d plays and regrets, of which are others:\n%s\n%s", len(mine), mine, ours)
	}
}
