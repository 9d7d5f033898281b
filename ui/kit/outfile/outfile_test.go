package outfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
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
	path := filepath.Join(t.TempDir(), "none", "a.csv")
	want := path + ": cannot be written: no such file or directory"
	for _, err := range []error{Create(path, say("")), Replace(path, say(""))} {
		if err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	if err := Check(path); err == nil || err.Error() != "there is no such folder" {
		t.Errorf("check: %v", err)
	}
	if err := Check(filepath.Dir(filepath.Dir(path))); err == nil || err.Error() != "is a folder, name a file in it" {
		t.Errorf("check: %v", err)
	}
}
