package outfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func say(text string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, text); return err }
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// alone expects one file in a folder, so that nothing half-written is left.
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

func TestErrorsNameTheFile(t *testing.T) {
	folder := t.TempDir()
	for path, why := range map[string]string{
		filepath.Join(folder, "none", "a.csv"): "there is no such folder",
		folder:                                 "it is a folder, name a file in it",
	} {
		t.Run(path, func(t *testing.T) {
			want := path + ": cannot be written: " + why
			for _, err := range []error{Create(path, say("")), Replace(path, say(""))} {
				if err == nil || err.Error() != want {
					t.Errorf("error %v, want %s", err, want)
				}
			}
		})
	}
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

// The file that a link leads to is written, also where there is none yet.
func TestLinks(t *testing.T) {
	folder := t.TempDir()
	file, link, far := filepath.Join(folder, "file"), filepath.Join(folder, "link"), filepath.Join(folder, "far")
	if err := errors.Join(os.Symlink("file", link), os.Symlink(link, far)); err != nil {
		t.Skip(err)
	}
	for _, text := range []string{"first", "second"} {
		if err := Replace(far, say(text)); err != nil || read(t, file) != text {
			t.Errorf("%v; the file holds %q", err, read(t, file))
		}
	}
	for _, path := range []string{link, far} {
		if info, err := os.Lstat(path); err != nil || info.Mode().Type() != fs.ModeSymlink {
			t.Errorf("%s is no link any more: %v", path, err)
		}
	}
	circle := filepath.Join(folder, "circle")
	if err := os.Symlink(circle, circle); err != nil {
		t.Fatal(err)
	}
	if err := Replace(circle, say("x")); err == nil {
		t.Error("a circle of links was written")
	}
}

func TestDevicesAreWrittenTo(t *testing.T) {
	if err := Replace(os.DevNull, say("x")); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Error("the device was replaced")
	}
}

// A program that is killed while it works leaves nothing behind: the new file
// has a name only once it is finished. Discarding it leaves nothing anywhere.
func TestNothingIsLeft(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.csv")
	f, err := Open(path, false)
	if err != nil {
		t.Fatal(err)
	}
	if entries, _ := os.ReadDir(folder); f.name == "" && len(entries) > 0 {
		t.Errorf("%v are there before the file is finished", entries)
	}
	f.Discard()
	if entries, _ := os.ReadDir(folder); len(entries) > 0 {
		t.Errorf("%v are left", entries)
	}
	if err := Replace(path, say("x")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o700 != 0o600 {
		t.Errorf("permissions %v, %v", info.Mode(), err)
	}
	alone(t, folder)
}

// Where files cannot be without a name, the rules are the same.
func TestNamedFromTheBeginning(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.csv")
	for _, text := range []string{"first", "second"} {
		t.Run(text, func(t *testing.T) {
			f := &File{path: path, target: path}
			if err := f.createNamed(folder); err != nil {
				t.Fatal(err)
			}
			if err := f.Commit(say(text)); err != nil || read(t, path) != text {
				t.Errorf("%v; the file holds %q", err, read(t, path))
			}
		})
	}
	alone(t, folder)
	f := &File{path: path, target: path, fresh: true}
	if err := f.createNamed(folder); err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(say("third")); !errors.Is(err, fs.ErrExist) || read(t, path) != "second" {
		t.Errorf("%v; the file holds %q", err, read(t, path))
	}
	alone(t, folder)
}

// Files of one name get a number together where one of them is taken, and no
// file is touched that was there before.
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

// In a folder that everybody may write to, somebody else's link is not followed. Only
// root can put one there.
func TestPlantedLinksAreNotFollowed(t *testing.T) {
	shared, own := t.TempDir(), t.TempDir()
	victim, link := filepath.Join(own, "victim"), filepath.Join(shared, "out.csv")
	err := errors.Join(os.WriteFile(victim, []byte("old"), 0o644), os.Chmod(shared, fs.ModeSticky|0o777), os.Symlink(victim, link))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Lchown(link, 12345, 12345); err != nil {
		t.Skip(err)
	}
	for _, begin := range []func(string, func(io.Writer) error) error{Replace, Create} {
		want := link + ": cannot be written: leads over a link that belongs to somebody else, in a folder that everybody may write to"
		if err := begin(link, say("new")); err == nil || err.Error() != want || read(t, victim) != "old" {
			t.Errorf("%v; the file holds %q", err, read(t, victim))
		}
	}
	alone(t, own)
}
