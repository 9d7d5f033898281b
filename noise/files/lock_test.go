package files

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/gofrs/flock"

	"regretscope/noise/param"
)

// lockable lists the two ways to lock: the file itself, and, as on Windows, a file beside it.
var lockable = map[string]func(path string) (*Lock, error){
	"itself": func(path string) (*Lock, error) { return take(path, false) },
	"beside": func(path string) (*Lock, error) { return take(path+".lock", true) },
}

func taken(t *testing.T, take func(string) (*Lock, error), path string) *Lock {
	t.Helper()
	l := param.Must(take(path))
	if !l.Locked() {
		t.Skip("no locks here")
	}
	return l
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestOneHoldsTheLock(t *testing.T) {
	for name, take := range lockable {
		path := filepath.Join(t.TempDir(), "a")
		write(t, path, "text")
		first := taken(t, take, path)
		for range 3 {
			if _, err := take(path); !errors.Is(err, ErrHeld) {
				t.Fatalf("%s: a second lock: %v", name, err)
			}
			if text, err := os.ReadFile(path); err != nil || string(text) != "text" {
				t.Errorf("%s: a reader gets %q, %v", name, text, err)
			}
		}
		first.Release()
		taken(t, take, path).Release()
		if entries, _ := os.ReadDir(filepath.Dir(path)); len(entries) != 1 {
			t.Errorf("%s: %v are left", name, entries)
		}
	}
}

// A process that replaces its locked file leaves a new, unlocked one; the old one stays locked but has no name.
func TestReplacedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	write(t, path, "old")
	first := taken(t, lockable["itself"], path)
	defer first.Release()
	write(t, path+".new", "new")
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
	second := taken(t, lockable["itself"], path)
	defer second.Release()
	if _, err := take(path, false); !errors.Is(err, ErrHeld) {
		t.Errorf("the new file is locked twice: %v", err)
	}
}

// A file that is replaced while it is being locked belongs to another process.
func TestReplacedWhileItIsLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	write(t, path, "old")
	write(t, path+".new", "new")
	tryLock = func(l *flock.Flock) (bool, error) {
		got, err := l.TryLock()
		return got, errors.Join(err, os.Rename(path+".new", path))
	}
	defer func() { tryLock = (*flock.Flock).TryLock }()
	if _, err := take(path, false); !errors.Is(err, ErrHeld) {
		t.Errorf("error %v", err)
	}
	tryLock = (*flock.Flock).TryLock
	taken(t, lockable["itself"], path).Release()
}

func TestFolder(t *testing.T) {
	folder := t.TempDir()
	first := taken(t, func(p string) (*Lock, error) { return LockFolder(p, 0) }, folder)
	if _, err := LockFolder(folder, 0); !errors.Is(err, ErrHeld) {
		t.Errorf("a second lock: %v", err)
	}
	first.Release()
	if entries, _ := os.ReadDir(folder); len(entries) > 0 {
		t.Errorf("%v are left", entries)
	}
	if _, err := LockFolder(filepath.Join(folder, "none"), Dying); err == nil {
		t.Error("a folder that is not there is locked")
	}
}

// A file system without locks is written to with a warning; any other failure is an error.
func TestNoLocks(t *testing.T) {
	defer func() { tryLock = (*flock.Flock).TryLock }()
	path := filepath.Join(t.TempDir(), "a")
	write(t, path, "")
	for _, c := range []struct {
		err     error
		refused bool
	}{
		{syscall.ENOSYS, false}, {syscall.ENOLCK, false}, {errors.ErrUnsupported, false}, {syscall.EACCES, true}, {syscall.EIO, true},
	} {
		t.Run(c.err.Error(), func(t *testing.T) {
			tryLock = func(*flock.Flock) (bool, error) { return false, fmt.Errorf("lock: %w", c.err) }
			l, err := LockFile(path, 0)
			if (err != nil) != c.refused {
				t.Fatal(err)
			}
			if err == nil && l.Locked() {
				t.Error("it says that it is locked")
			}
			l.Release()
		})
	}
}
