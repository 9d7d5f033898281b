package files

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

// ErrHeld is the error for a file that another process has locked.
var ErrHeld = errors.New("another process is writing it; wait for it to finish, or name another file")

// A Lock is held until it is released or the process ends.
type Lock struct {
	held   *flock.Flock // nil: the file system has no locks
	beside bool         // the locked file exists only to be locked
}

// tryLock is replaced in tests of file systems without locks.
var tryLock = (*flock.Flock).TryLock

// Dying is how long a killed process may still hold its locks.
const Dying = 2 * time.Second

// LockFile locks an existing file and waits that long for another process to release it. Readers are not affected: on
// Windows, where a lock would keep them out, it locks a file beside path. Network file systems have locks if they are
// mounted with them.
func LockFile(path string, wait time.Duration) (*Lock, error) {
	if runtime.GOOS == "windows" {
		return await(path+".lock", true, wait)
	}
	return await(path, false, wait)
}

// LockFolder locks a folder, by a file in it, and waits that long for it.
func LockFolder(path string, wait time.Duration) (*Lock, error) {
	return await(filepath.Join(path, ".regretscope.lock"), true, wait)
}

func await(name string, beside bool, wait time.Duration) (lock *Lock, err error) {
	end := time.Now().Add(wait)
	for lock, err = take(name, beside); errors.Is(err, ErrHeld) && time.Now().Before(end); lock, err = take(name, beside) {
		time.Sleep(time.Millisecond)
	}
	return lock, err
}

func take(name string, beside bool) (*Lock, error) {
	how := os.O_RDWR // NFS locks only writable files
	if beside {
		how |= os.O_CREATE
	}
	held := flock.New(name, flock.SetFlag(how), flock.SetPermissions(0o644))
	got, err := tryLock(held)
	switch {
	case errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.ENOLCK):
		return &Lock{}, nil
	case err != nil:
		return nil, Reason(err)
	case !got:
		return nil, ErrHeld
	}
	locked, err := held.Stat()
	if there, gone := os.Stat(name); err != nil || gone != nil || !os.SameFile(locked, there) {
		return nil, errors.Join(ErrHeld, held.Close()) // its holder has just replaced or removed it
	}
	return &Lock{held, beside}, nil
}

// Locked reports whether the lock has an effect. Some file systems have no locks.
func (l *Lock) Locked() bool { return l.held != nil }

// Release lets other processes write the file. It does nothing on a nil Lock.
func (l *Lock) Release() {
	if l == nil || l.held == nil {
		return
	}
	switch {
	case !l.beside:
	case runtime.GOOS == "windows":
		defer os.Remove(l.held.Path()) // Windows keeps an open file, also if it is another process's by now
	default:
		os.Remove(l.held.Path()) // before it is unlocked: afterwards it may be another process's
	}
	l.held.Close()
}
