package outfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"regretscope/noise/files"
	"regretscope/noise/param"
)

func say(text string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, text); return err }
}

func read(t *testing.T, path string) string {
	t.Helper()
	return string(param.Must(os.ReadFile(path)))
}

// alone expects one file in a folder, so nothing half-written is left.
func alone(t *testing.T, folder string) {
	t.Helper()
	if entries, _ := os.ReadDir(folder); len(entries) != 1 {
		t.Errorf("%d files are left, want one: %v", len(entries), entries)
	}
}

func TestCreateNeverReplaces(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.csv")
	if err := Create(path, say("first")); err != nil {
		t.Fatal(err)
	}
	if err := Create(path, say("second")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("error %v, want that the file exists", err)
	}
	if got := read(t, path); got != "first" {
		t.Errorf("the file holds %q", got)
	}
	alone(t, folder)
	dangling := filepath.Join(folder, "link")
	if err := os.Symlink(filepath.Join(folder, "nowhere"), dangling); err != nil {
		t.Skip(err)
	}
	if err := Create(dangling, say("x")); err == nil || err.Error() != dangling+": cannot be written: it is a link to a file that does not exist" {
		t.Errorf("error %v, want what the link is", err)
	}
}

func TestReplaceIsAllOrNothing(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.csv")
	if err := errors.Join(Replace(path, say("first")), os.Chmod(path, 0o600), Replace(path, say("second"))); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("permissions %v, %v; they should stay", info.Mode(), err)
	}
	full := errors.New("the disk is full")
	err := Replace(path, func(w io.Writer) error { fmt.Fprint(w, "half"); return full })
	if !errors.Is(err, full) || read(t, path) != "second" {
		t.Errorf("error %v; the file holds %q", err, read(t, path))
	}
	alone(t, folder)
}

// A name may be as long as the file system allows.
func TestLongName(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, strings.Repeat("n", 251)+".csv")
	if err := errors.Join(Replace(path, say("first")), Replace(path, say("second"))); err != nil {
		t.Fatal(err)
	}
	if got := read(t, path); got != "second" {
		t.Errorf("the file holds %q", got)
	}
	alone(t, folder)
}

// A link's target is replaced, not the link.
func TestLinks(t *testing.T) {
	folder := t.TempDir()
	file, link, far, nowhere := filepath.Join(folder, "file"), filepath.Join(folder, "link"), filepath.Join(folder, "far"), filepath.Join(folder, "nowhere")
	if err := errors.Join(os.WriteFile(file, []byte("old"), 0o644), os.Symlink("file", link), os.Symlink(link, far), os.Symlink("none", nowhere)); err != nil {
		t.Skip(err)
	}
	if err := Replace(far, say("new")); err != nil || read(t, file) != "new" {
		t.Errorf("%v; the file holds %q", err, read(t, file))
	}
	if err := Replace(nowhere, say("new")); err == nil || !strings.HasSuffix(err.Error(), "it is a link to a file that does not exist") {
		t.Errorf("a link that leads nowhere: %v", err)
	}
	for _, path := range []string{link, far, nowhere} {
		if info, err := os.Lstat(path); err != nil || info.Mode().Type() != fs.ModeSymlink {
			t.Errorf("%s is no link any more: %v", path, err)
		}
	}
}

// Devices and pipes are written to, not replaced, and are never new files.
func TestDevicesAreWrittenTo(t *testing.T) {
	for _, begin := range []func(string, func(io.Writer) error) error{Create, Replace} {
		if err := begin(os.DevNull, say("x")); err != nil {
			t.Error(err)
		}
		if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
			t.Error("the device was replaced")
		}
		const full = "/dev/full"
		if _, err := os.Stat(full); err != nil {
			continue
		}
		if err := begin(full, say("x")); err == nil || !strings.HasPrefix(err.Error(), full+": cannot be written: no space left") {
			t.Error(err)
		}
	}
}

// Standard output is written to, even if it is a regular file: /dev/stdout names it.
func TestStandardOutputIsWrittenTo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	file := param.Must(os.Create(path))
	defer file.Close()
	defer func(before *os.File) { os.Stdout = before }(os.Stdout)
	os.Stdout = file
	if _, err := file.WriteString("first "); err != nil {
		t.Fatal(err)
	}
	if err := Create(path, say("second")); err != nil || read(t, path) != "first second" {
		t.Errorf("%v; the file holds %q", err, read(t, path))
	}
}

// Opening a file leaves nothing behind, nor does a panic while writing.
func TestNothingIsLeft(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.csv")
	f := param.Must(Open(path, false))
	func() {
		defer func() { _ = recover() }()
		_ = f.Commit(func(io.Writer) error { panic("drawing") })
	}()
	if entries, _ := os.ReadDir(folder); len(entries) > 0 {
		t.Errorf("%v are left", entries)
	}
	if err := f.Commit(say("x")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o700 != 0o600 {
		t.Errorf("permissions %v, %v", info.Mode(), err)
	}
	alone(t, folder)
}

// Files of one set get the same number if one name is taken, and existing files are unchanged.
func TestCreateSetReplacesNothing(t *testing.T) {
	name := filepath.Join(t.TempDir(), "chart")
	write := func(ending string, w io.Writer) error {
		_, err := io.WriteString(w, "new "+ending)
		return err
	}
	if err := os.WriteFile(name+".csv", []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"chart-2", "chart-3"} {
		paths, err := CreateSet(name, []string{".svg", ".csv"}, write)
		if err != nil || len(paths) != 2 || filepath.Base(paths[0]) != want+".svg" || filepath.Base(paths[1]) != want+".csv" {
			t.Fatalf("%v, %v", paths, err)
		}
		if text, _ := os.ReadFile(paths[1]); string(text) != "new .csv" {
			t.Errorf("%s: %q", paths[1], text)
		}
	}
	if text, _ := os.ReadFile(name + ".csv"); string(text) != "old" {
		t.Errorf("the old file is %q", text)
	}
	if _, err := CreateSet(filepath.Join(name, "none", "x"), []string{".svg"}, write); err == nil {
		t.Error("a file in no folder was written")
	}
}

// A file that another process has locked is not replaced, neither if it is locked when Open looks
// nor if it is locked later.
func TestLockedFilesStay(t *testing.T) {
	folder := t.TempDir()
	path, link := filepath.Join(folder, "a.jsonl"), filepath.Join(folder, "link")
	if err := errors.Join(Create(path, say("records")), os.Symlink(path, link)); err != nil {
		t.Skip(err)
	}
	early := param.Must(Open(link, false))
	lock, err := files.LockFile(path, 0)
	if err != nil || !lock.Locked() {
		t.Skip("no locks here")
	}
	for name, err := range map[string]error{"Replace": Replace(path, say("new")), "a link": Replace(link, say("new")), "Commit": early.Commit(say("new"))} {
		if !errors.Is(err, files.ErrHeld) || read(t, path) != "records" {
			t.Errorf("%s: %v; the file holds %q", name, err, read(t, path))
		}
	}
	lock.Release()
	if err := early.Commit(say("new")); err != nil || read(t, path) != "new" {
		t.Errorf("%v; the file holds %q", err, read(t, path))
	}
}

// Only endings of other known formats are refused.
func TestCheckEnding(t *testing.T) {
	for path, want := range map[string]string{
		"a.csv": "", "a": "", "a.txt": "", "a.csv.txt": "", "a.gz": "", "a.tar.gz": "", "csv": "", "a.b.CSV": "", "b.csv/a": "",
		"a.tsv": "a.tsv: must not end in .tsv, because its format is CSV", "a.CSV.GZ": "a.CSV.GZ: must not end in .csv.gz, because its format is CSV, uncompressed",
		".json": ".json: must have a name before its ending", "d/.CSV.gz": "d/.CSV.gz: must have a name before its ending",
	} {
		if err := CheckEnding(path, "CSV", ".csv"); (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestStateFolder(t *testing.T) {
	for env, want := range map[string]string{"/s": "/s/regretscope", "relative": "/h/.local/state/regretscope", "": "/h/.local/state/regretscope"} {
		t.Setenv("XDG_STATE_HOME", env)
		t.Setenv("HOME", "/h")
		if got := StateFolder(); got != want && filepath.Separator == '/' && (env == "/s" || runtime.GOOS == "linux") {
			t.Errorf("%q: %s, want %s", env, got, want)
		}
	}
}

// Nothing is left of a write that is abandoned.
func TestAbandon(t *testing.T) {
	folder := t.TempDir()
	writing, goOn := make(chan bool), make(chan bool)
	ended := make(chan error, 1)
	go func() {
		ended <- Create(filepath.Join(folder, "a"), func(io.Writer) error {
			writing <- true
			<-goOn
			return nil
		})
	}()
	<-writing
	if !Abandon() {
		t.Error("nothing is lost")
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
	close(goOn)
	if <-ended == nil {
		t.Error("an abandoned write succeeds")
	}
	if Abandon() {
		t.Error("nothing is left to abandon")
	}
}
