package files

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/gofrs/flock"

	"regretscope/noise/declare"
)

// ErrHeld is the error of a file that another process has locked.
var ErrHeld = errors.New("another process is writing it; wait until that ends, or name another one")

// A Lock is held until it is released or the process ends, however it ends.
type Lock struct {
	held   *flock.Flock // nil: this system, or this file system, has no locks
	beside bool         // what is locked is a file of its own, which goes with the lock
}

// Asked of the system; in tests it is one that has no locks.
var tryLock = (*flock.Flock).TryLock

// Take locks the file at a path, which is there, against other processes that take
// it; its readers never notice. A file that is replaced is another file. Where the
// system would keep readers away from it (Windows), a file beside it is locked.
// Network file systems have locks where they are mounted with them.
func Take(path string) (*Lock, error) {
	if runtime.GOOS != "windows" {
		return take(path, false)
	}
	path, err := Resolve(path)
	if err != nil {
		return nil, err
	}
	return take(path+".lock", true)
}

// TakeFolder locks what is written in a folder, by a file in it.
func TakeFolder(path string) (*Lock, error) {
	name, err := Resolve(filepath.Join(path, ".regretscope.lock"))
	if err != nil {
		return nil, err
	}
	return take(name, true)
}

func take(name string, beside bool) (*Lock, error) {
	flags := os.O_RDWR // which locks of NFS ask for
	if beside {
		flags |= os.O_CREATE
	}
	for {
		held := flock.New(name, flock.SetFlag(flags), flock.SetPermissions(0o644))
		got, err := tryLock(held)
		switch {
		case errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.ENOLCK):
			return &Lock{}, nil
		case err != nil:
			return nil, declare.Reason(err)
		case !got:
			return nil, ErrHeld
		}
		locked, err := held.Stat()
		if there, gone := os.Stat(name); err == nil && gone == nil && os.SameFile(locked, there) {
			return &Lock{held, beside}, nil
		}
		held.Close() // meanwhile the file was replaced or removed by the one who had locked it
	}
}

// Locked reports whether anything is locked: false where the file system cannot.
func (l *Lock) Locked() bool { return l.held != nil }

// Release lets other processes write the file. A nil Lock has nothing to release.
func (l *Lock) Release() {
	if l == nil || l.held == nil {
		return
	}
	if l.beside && runtime.GOOS != "windows" { // while it is locked: nobody else's is removed
		os.Remove(l.held.Path())
	}
	l.held.Close()
	if l.beside && runtime.GOOS == "windows" { // which keeps a file that somebody has open
		os.Remove(l.held.Path())
	}
}
