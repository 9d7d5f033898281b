package ui

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
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

	"regretscope/ui/kit/uitest"
)

// hostile is the folder of hostile files.
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
	if err := unix.Prlimit(program.Process.Pid, unix.RLIMIT_AS, &belt, nil); err != nil {
		t.Error(err)
	}
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
