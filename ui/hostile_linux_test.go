package ui

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/record"
	"regretscope/model/trials"
	"regretscope/scenarios"
	"regretscope/ui/kit/uitest"
)

const hostile = "../testdata/hostile/"

// An attack is a harmful file, and the program's expected answer.
type attack struct {
	name string
	file string        // in testdata/hostile; a name that is not there is written by text
	text func() string // what is too large for the folder
	// run is the command line; FILE stands for the file. It runs in a folder with a copy
	// of the file, a package.json, and a link that leads out.
	run    string
	input  string // what is typed
	memory int    // the most that it may take; 0: maxMemory
	status int
	says   string // standard error, a line for each thing; FILE stands for the file
	shows  string // is somewhere on standard output
}

// forbids returns the errors for commands that a file cannot run, given by line and name.
func forbids(commands string) string {
	said, words := "", strings.Fields(commands)
	for i := 0; i < len(words); i += 2 {
		said += fmt.Sprintf("\nFILE:%s: %s: a lesson or script cannot run this; only you can", words[i], words[i+1])
	}
	return said[1:]
}

// attacks lists all of them. Add one for every hole that you close.
var attacks = []attack{
	{name: "a lesson with what a terminal obeys", file: "escapes.toml", run: "lesson FILE --plain", status: 2, says: "lesson FILE:3: basic strings cannot have control characters"},
	{name: "a scenario with what a terminal obeys", file: "escapes.toml", run: "run --scenario FILE", status: 2, says: "FILE:3: basic strings cannot have control characters"},
	{name: "a script with what a terminal obeys", file: "escapes.script", run: "--script FILE --svg /dev/null", status: 2, says: "FILE:2: holds a character that is not text"},
	{
		name: "a lesson that saves", file: "writes.toml", run: "lesson FILE --plain",
		status: 2, says: forbids("8 copy-command 8 save-chart 8 save-screen 12 save 12 suspend"),
	},
	{name: "a lesson that overwrites", file: "overwrites.toml", run: "lesson FILE --plain", status: 2, says: forbids("8 save 8 overwrite")},
	{
		name: "a script that saves", file: "writes.script", run: "--script FILE --svg /dev/null",
		status: 2, says: forbids("5 save-screen 6 save-chart 7 save-chart 11 save 12 save 13 suspend"),
	},
	{name: "a lesson that starts programs", file: "programs.toml", run: "lesson FILE --plain", status: 2, says: forbids("8 program")},
	{
		name: "a script that starts programs", file: "programs.script", run: "--script FILE --svg /dev/null",
		status: 2, says: forbids("4 program"),
	},
	{
		name: "a script that does all this by keys", file: "typed.script", run: "--script FILE --svg /dev/null",
		status: 2, says: forbids("6 save-chart 8 copy-command 12 save 17 program"),
	},
	{name: "a script that begins with a program", file: "started.script", run: "--script FILE --svg /dev/null", status: 2, says: "FILE:2: --learner touch owned: this file may not start programs: give --learner on the command line"},
	{name: "a scenario that brings a program", file: "learner.toml", run: "run --scenario FILE", status: 2, says: "FILE:4: learner: no such key of a stochastic scenario (known: name, kind, feedback, horizon, epsilon, labels, channels, arms)"},
	{
		name: "a script that copies", file: "copies.script", run: "--script FILE --svg /dev/null",
		status: 2, says: forbids("4 copy-command"),
	},
	{
		name: "a lesson that is opened at the prompt and saves", file: "writes.toml", run: "--plain --scenario hhmh-1", input: "lesson FILE\nnext-stop\n",
		shows: "copy-command: a lesson or script cannot",
	},
	{name: "copying where nothing is drawn", file: "fair.toml", run: "--plain --scenario FILE", input: "copy-command\n", shows: "any key goes back"},
	{name: "a script that never ends", file: "writes.script", run: "--script /proc/kmsg --svg x.svg", status: 2, says: "--script /proc/kmsg: the file is empty"},
	{name: "a scenario that never ends", file: "writes.toml", run: "run --scenario /proc/kmsg", status: 2, says: "--scenario /proc/kmsg: the file is empty"},
	{name: "records that never end", file: "writes.toml", run: "summary /proc/kmsg", status: 2, says: "/proc/kmsg: is not a file of records: its first line is not a header"},
	{name: "a picture of a script into itself", file: "copies.script", run: "--script FILE --svg ./FILE", status: 2, says: "--svg ./FILE: is the same file as FILE, which is read; name another one"},
	{name: "a scenario's result into itself", file: "fair.toml", run: "run --scenario ./FILE --output ../here/FILE", status: 2, says: "--output ../here/FILE: is the same file as ./FILE, which is read; name another one"},
	{name: "records that are none", file: "escapes.toml", run: "summary FILE", status: 2, says: "FILE: is not a file of records: its first line is not a header"},
}

// The resources that a file may make the program use.
const (
	maxMemory = 512 << 20
	maxTime   = 10 * time.Second // of a processor, so that a busy machine fails nothing
)

// A hostile file is refused with one sentence, or shown. It takes no more memory and time than
// stated, and changes no file.
func TestHostileFiles(t *testing.T) {
	uitest.NotForRaces(t)
	for _, a := range slices.Concat(attacks, largeAttacks, sizeAttacks) {
		t.Run(a.name, a.test)
	}
}

func (a *attack) test(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	folder := filepath.Join(top, "here")
	uitest.NoError(t, errors.Join(os.Mkdir(folder, 0o700), os.Mkdir(filepath.Join(top, "out"), 0o700), os.Symlink("../out", filepath.Join(folder, "link")),
		os.WriteFile(filepath.Join(folder, "package.json"), []byte("{}"), 0o600)))
	text, err := os.ReadFile(hostile + a.file)
	if a.text != nil {
		text, err = []byte(a.text()), nil
	}
	uitest.NoError(t, errors.Join(err, os.WriteFile(filepath.Join(folder, a.file), text, 0o600)))
	before := everything(t, top)

	ctx, end := context.WithTimeout(t.Context(), 60*maxTime) // a busy machine is late
	defer end()
	var out, said bytes.Buffer
	program := exec.CommandContext(ctx, os.Args[0])
	program.Dir = folder
	program.Env = []string{asProgram + "=" + strings.ReplaceAll(a.run, "FILE", a.file), "HOME=" + folder}
	program.Stdin, program.Stdout, program.Stderr = strings.NewReader(strings.ReplaceAll(a.input, "FILE", a.file)), &out, &said
	uitest.NoError(t, program.Start())
	belt := unix.Rlimit{Cur: 16 * maxMemory, Max: 16 * maxMemory} // of addresses, to spare the machine
	uitest.NoError(t, unix.Prlimit(program.Process.Pid, unix.RLIMIT_AS, &belt, nil))
	_ = program.Wait() // the exit status is looked at below

	if status := program.ProcessState.ExitCode(); status != a.status {
		t.Errorf("exit status %d, want %d", status, a.status)
	}
	want := strings.ReplaceAll(a.says, "FILE", a.file)
	if want != "" {
		want += "\n"
	}
	if got := said.String(); got != want {
		t.Errorf("standard error %.2000q, want %q", got, want)
	}
	if !strings.Contains(out.String(), a.shows) || a.status == 2 && out.Len() > 0 {
		t.Errorf("standard output %.2000q, want %q in it", out.String(), a.shows)
	}
	if i := strings.IndexByte(out.String(), 0x1b); i >= 0 || strings.Contains(out.String(), "]52;") {
		t.Errorf("an escape sequence is written: %.100q", out.String()[max(i, 0):])
	}
	allowed := int64(cmp.Or(a.memory, maxMemory))
	if most := program.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10; most > allowed {
		t.Errorf("%d MB of memory were used, at most %d are allowed", most>>20, allowed>>20)
	}
	if took := program.ProcessState.UserTime() + program.ProcessState.SystemTime(); took > maxTime {
		t.Errorf("took %v, at most %v are allowed", took, maxTime)
	}
	if after := everything(t, top); after != before {
		t.Errorf("the folder is changed: %s\nwas: %s", after, before)
	}
}

func everything(t *testing.T, folder string) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			fmt.Fprintln(&all, path)
			return err
		}
		text, _ := os.ReadFile(path) // a link to a folder has none
		fmt.Fprintf(&all, "%s %v %.80q %x\n", path, entry.Type(), text, sha256.Sum256(text))
		return nil
	})
	uitest.NoError(t, err)
	return all.String()
}

const (
	million = 1_000_000
	oneStop = "name = 'kind'\ntitle = 'A kind lesson'\nabout = 'It wants your time.'\n[[stop]]\nstart = '--scenario hhmh-1 --horizon 100 --learner ucb1'\nsay = 'Look.'\n"
)

const (
	far     = "start --scenario hhmh-1 --horizon 1e10 --learner ucb1\n"
	tooMany = "simulates more than 1,000,000,000 rounds of all learners together; --allow-rounds N allows N"
)

// lined repeats a line, with its number in place of %d.
func lined(head, line string, times int) func() string {
	return func() string {
		var all strings.Builder
		all.WriteString(head)
		for i := range times {
			if strings.Contains(line, "%d") {
				fmt.Fprintf(&all, line, i)
			} else {
				all.WriteString(line)
			}
		}
		return all.String()
	}
}

// largeAttacks write their files when they run.
var largeAttacks = []attack{
	{name: "a long start", file: "long.script", text: lined("start --scenario ", "a", million), run: "--script FILE --svg /dev/null", status: 2, says: "FILE:1: the line has 1,000,017 bytes, at most 65,536 are allowed"},
	{name: "a start of many flags", file: "flags.script", text: func() string { return "start" + strings.Repeat(" --seed 1", 7000) + "\ngo 5\n" }, run: "--script FILE --svg /dev/null", status: 2, says: "FILE:1: start: has 14000 words, at most 100 are allowed"},
	{name: "a start of many arms", file: "arms.script", text: func() string { return "start --arms 0.5" + strings.Repeat(",.5", 21_000) + "\ngo 5\n" }, run: "--script FILE --svg /dev/null", status: 2, says: "FILE:1: --arms: 21,001 are too many, at most 1,000 are allowed"},
	{name: "long typing", file: "type.script", text: lined(talk+"key :\ntype ", "a", 60_000), run: "--script FILE --svg /dev/null", status: 2, says: "FILE:3: at most 10,000 steps are allowed, and each typed character is one"},
	{name: "typing up to the limit", file: "type.script", text: lined(talk+"setup\nkey /\ntype ", "a", 9998), run: "--script FILE --svg /dev/null"},
	{name: "a long word to explain", file: "explain.script", text: lined(talk+"explain ", "a", 60_000), run: "--script FILE --svg /dev/null", status: 2, says: "FILE:2: no page named \"" + strings.Repeat("a", 666-len("explain.script:2: no page named \"")) + " … " + strings.Repeat("a", 332) + "\""},
	{name: "a long word to explain, as an argument", file: "fair.toml", run: "explain " + strings.Repeat("a", 100_000), status: 2, says: "explain: no page named \"" + strings.Repeat("a", 666-len("explain: no page named \"")) + " … " + strings.Repeat("a", 333-len("\"; regretscope explain lists all")) + "\"; regretscope explain lists all"},
	{name: "many waits", file: "waits.script", text: lined(talk, "wait 1h\n", 9999), run: "--script FILE --svg /dev/null", status: 2, says: "FILE:3: wait 1h: all waits together may take at most 3,600 seconds"},
	{name: "a long caption", file: "caption.script", text: lined(talk+"caption ", "a ", 30_000), run: "--script FILE --svg /dev/null", status: 2, says: "FILE:2: caption: has 59,999 characters, at most 1,000 are allowed"},
	{name: "a lesson that runs many commands", file: "do.toml", text: func() string { return oneStop + "do = [" + strings.Repeat("'view',", 100_000) + "]\n" }, run: "lesson FILE --plain", status: 2, says: "lesson FILE:4: do, claims, then or note: has 100000 entries, at most 100 are allowed"},
	{name: "a lesson with a long title", file: "title.toml", text: func() string { return strings.Replace(oneStop, "kind lesson", strings.Repeat("a", million), 1) }, run: "lesson FILE --plain", status: 2, says: "lesson FILE:1: title: has 1,000,002 characters, at most 80 are allowed"},
	{name: "a lesson with a long start", file: "start.toml", text: func() string { return strings.Replace(oneStop, "hhmh-1", strings.Repeat("a", million), 1) }, run: "lesson FILE --plain", status: 2, says: "lesson FILE:4: start, do, claims or then: has a text of 1,000,040 bytes, at most 65,536 are allowed"},
	{name: "a lesson that opens itself", file: "self.toml", text: lined(oneStop, "do = ['lesson self.toml']\n", 1), run: "lesson FILE --plain", status: 2, says: "FILE:7: lesson: a lesson cannot open another one"},
	{name: "a scenario of many keys", file: "keys.toml", text: lined("", "k%d=1\n", 100_000), run: "run --scenario FILE", status: 2, says: "FILE:4021: too many keys, at most 4,020 are allowed"},
	{name: "a scenario of many tables", file: "tables.toml", text: lined("", "[k%d]\n", 100_000), run: "run --scenario FILE", status: 2, says: "FILE:4021: too many keys, at most 4,020 are allowed"},
	{name: "a scenario of many dotted keys", file: "dotted.toml", text: lined("", "a.k%d=1\n", 90_000), run: "--plain --scenario FILE", status: 2, says: "FILE:2011: too many keys, at most 4,020 are allowed"},
	{name: "a lesson that simulates for hours", file: "hours.toml", text: lined(strings.Replace(oneStop, "100 ", "1e9 --learner kl-ucb --learner thompson ", 1)+"[[stop]]\nsay = 'And here?'\n", "do = ['go 1e9']\n", 1), run: "lesson FILE --plain", status: 2, says: "FILE:9: " + tooMany},
	{name: "a script that jumps far", file: "far.script", text: func() string { return far + "go 1e10\n" }, run: "--script FILE --svg /dev/null", status: 2, says: "FILE:2: " + tooMany},
	{name: "a script that runs far", file: "runs.script", text: func() string { return far + "pace 1e8\nfaster\nrun\nwait 60s\n" }, run: "--script FILE --svg /dev/null --allow-rounds 1e6", status: 2, says: "FILE:5: simulates more than 1,000,000 rounds of all learners together; --allow-rounds N allows N"},
	{name: "a script that replicates", file: "runs.script", text: func() string { return far + "experiment\nruns 1000\nrun\n" }, run: "--script FILE --svg /dev/null", status: 2, says: "FILE:4: " + tooMany},
	{name: "a script that may simulate", file: "may.script", text: func() string { return far + "go 2e6\n" }, run: "--script FILE --svg /dev/null --allow-rounds 2e6"},
	{name: "a script that may simulate less", file: "may.script", text: func() string { return far + "go 1e6\ngo 2e6\ngo 2000001\n" }, run: "--script FILE --svg /dev/null --allow-rounds 2e6", status: 2, says: "FILE:4: simulates more than 2,000,000 rounds of all learners together; --allow-rounds N allows N"},
	{name: "many flags", file: "fair.toml", run: "run" + strings.Repeat(" --seed=1", 10_000), status: 2, says: "10,000 flags are too many, at most 2,000 are allowed"},
	{name: "a long line that is typed", file: "fair.toml", run: "--plain --scenario FILE", input: strings.Repeat("x", million) + "\n", shows: "the line has 1,000,000 bytes, at most 65,536 are allowed"},
	{name: "a long word that is typed", file: "fair.toml", run: "--plain --scenario FILE", input: "explain " + strings.Repeat("x", 60_000) + "\n", shows: "no page named"},
}

// little is the memory of a request that is refused before anything is built.
const little = 100 << 20

// sizeAttacks request large sizes with small files.
var sizeAttacks = []attack{
	{name: "a grid of scenarios", file: "fair.toml", run: "run --scenario ww-det" + many(40, ",p%d=1|2"), memory: little, status: 2, says: "sweep: learners × grid points are 1 × 1,099,511,627,776, at most 10,000 are allowed"},
	{name: "a grid of learners", file: "fair.toml", run: "run --learner ucb1" + many(1000, ",p%d=1|2"), memory: little, status: 2, says: "sweep: learners × grid points are 1.07·10³⁰¹ × 1, at most 10,000 are allowed"},
	{name: "a grid of ε and horizons", file: "fair.toml", run: "run --epsilon 0.1:1:10000 --horizon 1" + many(4999, ",1%d"), memory: little, status: 2, says: "sweep: learners × grid points are 1 × 50,000,000, at most 10,000 are allowed"},
	{name: "a grid in a lesson's start", file: "grid.toml", text: func() string { return strings.Replace(oneStop, "hhmh-1", "ww-det"+many(40, ",p%d=1|2"), 1) }, run: "lesson FILE --plain", memory: little, status: 2, says: "lesson FILE:5: --scenario ww-det" + many(40, ",p%d=1|2") + ": each parameter must be one value here; regretscope run takes lists"},
	{name: "wide windows", file: "fair.toml", run: "--plain --scenario gaj-tide --horizon 1e9" + strings.Repeat(" --learner sw-ucb,w=1e7", 16), memory: little, status: 2, says: "learners: 16 learners on 2 arms, with the history to go back, may take 35 GiB of memory, --memory allows 2 GiB"},
	{name: "wide windows in a script's start", file: "wide.script", text: func() string {
		return "start --scenario gaj-tide --horizon 1e9" + strings.Repeat(" --learner sw-ucb,w=1e7", 16) + "\ngo 5\n"
	}, run: "--script FILE --svg /dev/null", memory: little, status: 2, says: "FILE:1: learners: 16 learners on 2 arms, with the history to go back, may take 35 GiB of memory, --memory allows 2 GiB"},
	{name: "wide windows in an experiment", file: "fair.toml", run: "run --scenario gaj-tide --horizon 1e9 --learner sw-ucb,w=1e7 --workers 1000 --runs 1000", memory: little, status: 2, says: "--workers 1000: may take 199 GiB of memory, --memory allows 2 GiB; 10 workers fit"},
	{name: "records of two thousand series that claim a million runs", file: "claim.jsonl", text: forged(1_000_000), run: "summary FILE", status: 2, says: "FILE: line 1: not a design that this program writes"},
	{name: "records of two thousand series without a unit", file: "empty.jsonl", text: forged(10_000), run: "summary FILE", status: 3, says: "20,000,000 units missing, 0 runs complete; run again with --resume", shows: "0 runs"},
	{name: "a million damaged records", file: "damaged.jsonl", text: func() string { return forged(10_000)() + strings.Repeat("x\n", 1_000_000) }, run: "summary FILE", memory: little, status: 2, says: "FILE: has more than 100,000 lines that are damaged or of another experiment"},
	{name: "ratings that unpack to a thousand times their size", file: "data.zip", text: bomb, run: "run --scenario chh-movielens,movies=1 --data FILE", memory: little, status: 2, says: "--scenario chh-movielens: FILE/ratings.csv: cannot be read: the file unpacks to more than 100 times its size"},
}

func many(times int, text string) string {
	var all strings.Builder
	for i := range times {
		fmt.Fprintf(&all, text, i)
	}
	return all.String()
}

// forged returns records of 2000 series and as many runs, without any unit.
func forged(runs int) func() string {
	return func() string {
		s, err := scenarios.Open("hhmh-1", "")
		if err != nil {
			panic(err)
		}
		ucb1, err := learners.ParseSpec("ucb1")
		if err != nil {
			panic(err)
		}
		point := &model.Config{Scenario: s, Learners: []learners.Spec{ucb1, ucb1}, Horizon: 10, Epsilon: 1, Seed: 1}
		e := &trials.Experiment{Points: slices.Repeat([]*model.Config{point}, 1000), Runs: 1, At: []int{10}}
		d := e.Design(context.Background())
		d.Setup.Runs = runs
		folder, err := os.MkdirTemp("", "regretscope-forged")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(folder)
		path := filepath.Join(folder, "a.jsonl")
		file, err := record.Resume(path, d, trials.Shard{}, nil)
		if err != nil {
			panic(err)
		}
		file.Close()
		text, err := os.ReadFile(path)
		if err != nil {
			panic(err)
		}
		return string(text)
	}
}

// bomb is a data set in a zip file of 150 kB whose ratings have 128 MB.
func bomb() string {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	put := func(name, head, text string, times int) {
		file, err := w.Create(name)
		if err == nil {
			_, err = io.WriteString(file, head)
		}
		for range times {
			_, err = io.WriteString(file, text)
		}
		if err != nil {
			panic(err)
		}
	}
	put("movies.csv", "movieId,title,genres\n", "1,T,Drama\n", 1)
	put("ratings.csv", "userId,movieId,rating,timestamp\n", strings.Repeat("1,1,5,0\n", 1<<17), 128)
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.String()
}
