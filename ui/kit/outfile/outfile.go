// Package outfile writes files whole or not at all: a temporary file beside the target is
// renamed when it is completely on disk. Devices and pipes are written directly. Open checks
// whether a file can be written, before the work that fills it.
package outfile

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"regretscope/noise/files"
	"regretscope/noise/param"
)

// A File can be written by Commit.
type File struct {
	path   string    // as given by the caller
	target string    // the regular file at the end of the path; empty for a device or a pipe
	fresh  bool      // never replace a file
	stream io.Writer // instead of a file, or nil
}

// To returns a File whose Commit writes to a stream.
func To(w io.Writer) *File { return &File{stream: w} }

// known are the endings of names that tell the format of a file.
var known = []string{
	".arrow", ".csv", ".eps", ".feather", ".html", ".json", ".jsonl", ".md", ".parquet", ".pdf", ".png", ".svg", ".tex", ".toml", ".tsv", ".xlsx",
}

// CheckEnding returns an error, which begins with the path, if it has a known ending, perhaps with
// .gz, other than the one of its format.
func CheckEnding(path, format, own string) error {
	name := strings.ToLower(path)
	plain := strings.TrimSuffix(name, ".gz")
	ending := filepath.Ext(plain)
	if ending == filepath.Base(plain) && slices.Contains(known, ending) {
		return fmt.Errorf("%s: must have a name before its ending", path)
	}
	if !slices.Contains(known, ending) || plain == name && ending == own {
		return nil
	}
	if plain != name {
		format += ", uncompressed"
	}
	return fmt.Errorf("%s: must not end in %s, because its format is %s", path, name[len(plain)-len(ending):], format)
}

// Open checks that the file at path can be written. With fresh it never replaces another file:
// the error then wraps fs.ErrExist. No file is replaced while another process has it locked. An
// error is a sentence that begins with the path.
func Open(path string, fresh bool) (*File, error) {
	f := &File{path: path, fresh: fresh}
	if err := f.find(); err != nil {
		return nil, f.explain(err)
	}
	return f, nil
}

func (f *File) find() error {
	folder := filepath.Dir(f.path)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return errors.New("there is no such folder")
	}
	info, err := os.Stat(f.path)
	exists := err == nil
	switch {
	case exists && info.IsDir() || os.IsPathSeparator(f.path[len(f.path)-1]):
		return errors.New("it is a folder, name a file in it")
	case exists && (!info.Mode().IsRegular() || isStandard(info)):
		return nil
	case !exists && !errors.Is(err, fs.ErrNotExist): // for example, a name that is too long
		return err
	}
	f.target = f.path
	if _, err := os.Lstat(f.path); err == nil {
		switch {
		case !exists:
			return errors.New("it is a link to a file that does not exist")
		case f.fresh:
			return fs.ErrExist
		}
		if f.target, err = filepath.EvalSymlinks(f.path); err != nil {
			return err
		}
	}
	if exists { // a file that the user may not write stays, even in a writable folder
		file, err := os.OpenFile(f.target, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		file.Close()
		lock, err := f.lock()
		if err != nil {
			return err
		}
		lock.Release()
	}
	probe, err := os.CreateTemp(filepath.Dir(f.target), ".regretscope-*") // the only sure way to know
	if err != nil {
		return err
	}
	return cmp.Or(probe.Close(), os.Remove(probe.Name()))
}

// lock keeps other processes from locking the file until it is replaced. What cannot be locked is
// not locked by another process.
func (f *File) lock() (*files.Lock, error) {
	lock, err := files.LockFile(f.target, 0)
	if errors.Is(err, files.ErrHeld) {
		return nil, err
	}
	return lock, nil
}

// isStandard reports whether a file is the program's standard output, as /dev/stdout is.
func isStandard(info fs.FileInfo) bool {
	for _, file := range []*os.File{os.Stdout, os.Stderr} {
		if open, err := file.Stat(); err == nil && os.SameFile(open, info) {
			return true
		}
	}
	return false
}

// Commit writes the file. Afterwards the path names the complete new file or, after an error, the earlier one.
func (f *File) Commit(write func(io.Writer) error) error {
	if f.stream != nil {
		return Buffered(f.stream, write)
	}
	if f.target == "" {
		device, err := os.OpenFile(f.path, os.O_WRONLY|os.O_APPEND, 0)
		if err == nil {
			err = cmp.Or(Buffered(device, write), device.Close())
		}
		return f.explain(err)
	}
	root, err := os.OpenRoot(filepath.Dir(f.target))
	if err != nil {
		return f.explain(err)
	}
	defer root.Close()
	lock, err := f.lock()
	if err != nil {
		return f.explain(err)
	}
	defer lock.Release()
	return f.explain(put(root, filepath.Base(f.target), f.fresh, write))
}

var unfinished sync.Map // of temporary files, and functions that remove them

// Abandon removes what writes have begun, before the program exits in the middle of them, and reports
// whether there was anything.
func Abandon() (lost bool) {
	unfinished.Range(func(_, remove any) bool {
		lost = true
		remove.(func())()
		return true
	})
	return lost
}

// put writes a file in a folder whole or not at all.
func put(root *os.Root, name string, fresh bool, write func(io.Writer) error) error {
	temporary := filepath.Join(filepath.Dir(name), fmt.Sprintf(".regretscope-%x", rand.Uint64()))
	file, err := root.OpenFile(temporary, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	remove := func() { _ = root.Remove(temporary) } // one of two names, or an unfinished file
	unfinished.Store(temporary, remove)
	defer unfinished.Delete(temporary)
	defer remove()
	err = Buffered(file, write)
	if old, gone := root.Stat(name); err == nil && gone == nil {
		err = file.Chmod(old.Mode().Perm())
	}
	if err == nil {
		err = file.Sync()
	}
	if err := cmp.Or(err, file.Close()); err != nil {
		return err
	}
	if fresh {
		if root.Link(temporary, name) == nil {
			return nil
		}
		if _, err := root.Lstat(name); err == nil {
			return fs.ErrExist
		} // otherwise this file system has no links
	}
	return root.Rename(temporary, name)
}

// Replace writes the file at path, replacing an earlier one.
func Replace(path string, write func(io.Writer) error) error { return at(path, false, write) }

// Create writes a new file at path. It never replaces one: the error then wraps fs.ErrExist.
func Create(path string, write func(io.Writer) error) error { return at(path, true, write) }

func at(path string, fresh bool, write func(io.Writer) error) error {
	f, err := Open(path, fresh)
	if err != nil {
		return err
	}
	return f.Commit(write)
}

// Buffered buffers the writes of write; it also writes what preceded an error.
func Buffered(w io.Writer, write func(io.Writer) error) error {
	b := bufio.NewWriterSize(w, 1<<16)
	err := write(b)
	return cmp.Or(err, b.Flush())
}

// explain turns an error of the file system into one about the given path.
func (f *File) explain(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: cannot be written: %w", f.path, files.Reason(err))
}

// CreateSet writes new files of one name with different extensions, and returns their paths, those of NewSet.
func CreateSet(name string, endings []string, write func(ending string, w io.Writer) error) ([]string, error) {
	paths := NewSet(name, endings...)
	for i, ending := range endings {
		if err := Create(paths[i], func(w io.Writer) error { return write(ending, w) }); err != nil {
			return nil, err
		}
	}
	return paths, nil
}

// NewSet returns paths of one name with different extensions. If one of them exists already, or
// cannot be examined, all get a number after the name.
func NewSet(name string, endings ...string) []string {
	const most = 1000
	taken := func(path string) bool {
		_, err := os.Lstat(path)
		return !errors.Is(err, fs.ErrNotExist)
	}
	for n, stem := 2, name; ; n++ {
		paths := param.Map(endings, func(ending string) string { return stem + ending })
		if n > most || !slices.ContainsFunc(paths, taken) {
			return paths
		}
		stem = fmt.Sprintf("%s-%d", name, n)
	}
}

// StateFolder returns the system's folder for what programs remember, or "" if there is none.
func StateFolder() string {
	if folder := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(folder) {
		return filepath.Join(folder, "regretscope")
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		if folder, err := os.UserConfigDir(); err == nil {
			return filepath.Join(folder, "regretscope")
		}
		return ""
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

const stateTime = 2 * time.Second // how long to wait for state

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
	lock, _ = files.LockFolder(filepath.Dir(path), stateTime)
	return lock
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
