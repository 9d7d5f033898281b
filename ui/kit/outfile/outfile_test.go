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

	"regretscope/model/record"
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
	if err := Create(dangling, say("x")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("error %v, want that the link exists", err)
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
	if err := Replace(nowhere, say("new")); !errors.Is(err, fs.ErrNotExist) {
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
		paths, err := Rights{}.CreateSet(name, []string{".svg", ".csv"}, write)
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
	if _, err := (Rights{}).CreateSet(filepath.Join(name, "none", "x"), []string{".svg"}, write); err == nil {
		t.Error("a file in no folder was written")
	}
}

// yours returns a folder that a played file must not touch, with a subfolder in which it may
// write.
func yours(t *testing.T) (top, allowed string) {
	t.Helper()
	top = t.TempDir()
	allowed = filepath.Join(top, "allowed")
	err := errors.Join(
		os.MkdirAll(filepath.Join(allowed, "sub"), 0o700), os.Mkdir(filepath.Join(top, "out"), 0o700),
		os.WriteFile(filepath.Join(top, "yours.txt"), []byte("yours"), 0o600),
		os.WriteFile(filepath.Join(allowed, "there.txt"), []byte("yours"), 0o600),
	)
	if err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{"out": "../out", "in": "sub", "file.txt": "../yours.txt", "none.txt": "../none.txt"} {
		if err := os.Symlink(to, filepath.Join(allowed, name)); err != nil {
			t.Skip(err)
		}
	}
	return top, allowed
}

// contents returns all files in a folder with their contents.
func contents(t *testing.T, folder string) string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		name, _ := filepath.Rel(folder, path)
		if err == nil && entry.Type().IsRegular() {
			name += "=" + read(t, path)
		}
		all = append(all, name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(all, " ")
}

// A played file can write new files below one folder, or nothing; during a rehearsal nothing at
// all.
func TestPlayedFilesWriteNewFilesBelowOneFolder(t *testing.T) {
	for _, c := range []struct{ name, path, want string }{
		{"new", "new.txt", ""},
		{"in a folder", "sub/new.txt", ""},
		{"by a detour", "sub/../new.txt", ""},
		{"there", "there.txt", "it already exists, and only new files are allowed"},
		{"a folder", "sub", "it already exists, and only new files are allowed"},
		{"above", "../yours.txt", "it may only write below ALLOWED"},
		{"above and back", "../allowed/new.txt", "it may only write below ALLOWED"},
		{"absolute", "/new.txt", "it may only write below ALLOWED"},
		{"nothing", "", "it may only write below ALLOWED"},
		{"a link out", "out/new.txt", "path escapes from parent"},
		{"a link inside", "in/new.txt", ""},
		{"a link to a file", "file.txt", "it already exists, and only new files are allowed"},
		{"a link to nothing", "none.txt", "it already exists, and only new files are allowed"},
		{"no such folder", "none/new.txt", "there is no such folder"},
		{"a file as a folder", "there.txt/new.txt", "there is no such folder"},
	} {
		t.Run(c.name, func(t *testing.T) {
			top, allowed := yours(t)
			before := contents(t, top)
			want := ""
			if c.want != "" {
				want = "this lesson may not save " + c.path + ": " + strings.ReplaceAll(c.want, "ALLOWED", allowed)
			}
			said := func(err error) string {
				if refusal := new(Refusal); err == nil || !errors.As(err, &refusal) {
					return map[bool]string{true: "", false: "no refusal"}[err == nil]
				}
				return err.Error()
			}
			if got := said(Played("lesson", allowed, true).Create(c.path, say("mine"))); got != want {
				t.Errorf("rehearsed: %q, want %q", got, want)
			}
			if path, err := Played("lesson", allowed, true).NewPath(c.path); path != "" || said(err) != want {
				t.Errorf("a rehearsed path: %q, %v, want %q", path, err, want)
			}
			if got := contents(t, top); got != before {
				t.Fatalf("rehearsing made %s, was %s", got, before)
			}
			if got := said(Played("lesson", "", false).Create(c.path, say("mine"))); got != "this lesson may not save "+c.path+": allow it with --allow-writes FOLDER" {
				t.Errorf("without a folder: %q", got)
			}
			if got := said(Played("lesson", allowed, false).Replace(c.path, say("mine"))); got != "this lesson may not overwrite "+c.path+": only you may" {
				t.Errorf("overwriting: %q", got)
			}
			rights := Played("lesson", allowed, false)
			if path, err := rights.NewPath(c.path); said(err) != want || err == nil && path != filepath.Join(allowed, c.path) {
				t.Errorf("a path: %q, %v, want %q", path, err, want)
			}
			if got := contents(t, top); got != before {
				t.Fatalf("nothing may be there yet: %s, was %s", got, before)
			}
			if got := said(rights.Create(c.path, say("mine"))); got != want {
				t.Errorf("%q, want %q", got, want)
			}
			after := contents(t, top)
			if want != "" && after != before {
				t.Errorf("there is %s, was %s", after, before)
			}
			if want == "" && (read(t, filepath.Join(allowed, c.path)) != "mine" || len(strings.Fields(after)) != len(strings.Fields(before))+1) {
				t.Errorf("there is %s, was %s", after, before)
			}
		})
	}
}

// A set gets a number if one of its names is taken, and a failed write leaves nothing.
func TestSetsOfPlayedFiles(t *testing.T) {
	top, allowed := yours(t)
	write := func(ending string, w io.Writer) error { return say(ending)(w) }
	rights := Played("script", allowed, false)
	paths, err := rights.CreateSet("there", []string{".svg", ".txt"}, write)
	if err != nil || strings.Join(paths, " ") != "there-2.svg there-2.txt" || read(t, filepath.Join(allowed, "there-2.txt")) != ".txt" {
		t.Errorf("%q, %v", paths, err)
	}
	if _, err := rights.CreateSet("../x", []string{".svg"}, write); err == nil {
		t.Error("a set above the folder was written")
	}
	before := contents(t, top)
	full := errors.New("the disk is full")
	err = rights.Create("new.txt", func(w io.Writer) error { _, _ = io.WriteString(w, "half"); return full })
	if err == nil || err.Error() != "this script may not save new.txt: the disk is full" || contents(t, top) != before {
		t.Errorf("%v; there is %s", err, contents(t, top))
	}
}

// A person may write whatever the system allows.
func TestPersonsWriteAnywhere(t *testing.T) {
	top, _ := yours(t)
	path := filepath.Join(top, "yours.txt")
	var person Rights
	if given, err := person.NewPath(path); given != path || err != nil || person.Check(path) != nil {
		t.Errorf("%s, %v", given, err)
	}
	if err := person.Create(path, say("mine")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("%v", err)
	}
	if err := person.Replace(path, say("mine")); err != nil || read(t, path) != "mine" {
		t.Errorf("%v", err)
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
	lock, err := record.LockFile(path)
	if err != nil || !lock.Locked() {
		t.Skip("no locks here")
	}
	for name, err := range map[string]error{"Replace": Replace(path, say("new")), "a link": Replace(link, say("new")), "Commit": early.Commit(say("new"))} {
		if !errors.Is(err, record.ErrHeld) || read(t, path) != "records" {
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
		".json": ".json: must not end in .json, because its format is CSV",
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
