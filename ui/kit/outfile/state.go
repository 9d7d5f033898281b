package outfile

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"regretscope/noise/files"
)

// StateFolder returns the system's folder for what programs remember, or "" if there is none.
func StateFolder() string {
	if folder := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(folder) {
		return filepath.Join(folder, "regretscope")
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		folder, err := os.UserConfigDir()
		if err != nil {
			return ""
		}
		return filepath.Join(folder, "regretscope")
	}
	home, err := os.UserHomeDir()
	if err != nil || !filepath.IsAbs(home) {
		return ""
	}
	return filepath.Join(home, ".local", "state", "regretscope")
}

var updates struct {
	sync.Mutex
	last chan struct{} // closed when the newest one has ended; nil: there was none
}

// UpdateState changes the value that a file holds as JSON, or the zero value, in the background, after
// earlier updates. The file is locked meanwhile, because other processes change it, too; its folder
// need not exist. Errors are ignored: a program works as well without its state.
func UpdateState[T any](path string, change func(*T)) {
	updates.Lock()
	defer updates.Unlock()
	before, done := updates.last, make(chan struct{})
	updates.last = done
	go func() {
		defer close(done)
		if before != nil {
			<-before
		}
		if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() || os.MkdirAll(filepath.Dir(path), 0o700) != nil {
			return // writing to a pipe would wait for its reader
		}
		defer lockState(path).Release()
		var value T
		if loadState(path, &value) != nil {
			value = *new(T)
		}
		change(&value)
		_ = Replace(path, func(w io.Writer) error { return json.NewEncoder(w).Encode(value) })
	}()
}

// stateTime is how long to wait for state.
const stateTime = 2 * time.Second

// SettleState waits for updates, but not for long.
func SettleState() {
	updates.Lock()
	last := updates.last
	updates.Unlock()
	if last == nil {
		return
	}
	select {
	case <-last:
	case <-time.After(stateTime):
	}
}

// lockState keeps other processes from changing a file; nil if that cannot be.
func lockState(path string) (lock *files.Lock) {
	err := files.ErrHeld
	for end := time.Now().Add(stateTime); errors.Is(err, files.ErrHeld) && time.Now().Before(end); time.Sleep(time.Millisecond) {
		if lock, err = files.LockFolder(filepath.Dir(path)); err == nil {
			return lock
		}
	}
	return nil
}

// LoadState reads what UpdateState wrote.
func LoadState(path string, value any) error {
	SettleState()
	return loadState(path, value)
}

func loadState(path string, value any) error {
	text, err := files.ReadText(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, value)
}

// ForgetState deletes what UpdateState wrote, if there is anything.
func ForgetState(path string) error {
	SettleState()
	defer lockState(path).Release()
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
