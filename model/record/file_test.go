package record

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"regretscope/model/trials"
	"regretscope/noise/files"
	"regretscope/noise/param"
)

// While a file is being written, no other process writes it, under any name, and all can read it.
func TestOneWriter(t *testing.T) {
	folder := t.TempDir()
	path, link, hard := filepath.Join(folder, "a.jsonl"), filepath.Join(folder, "link"), filepath.Join(folder, "hard")
	d := experiment(t, 2).Design(t.Context())
	f := param.Must(open(path, true, d, trials.Shard{}, nil))
	if !f.Locked() {
		t.Skip("no locks here")
	}
	if err := errors.Join(os.Symlink(path, link), os.Link(path, hard)); err != nil {
		t.Skip(err)
	}
	names := []string{path, link, hard}
	defer func(before time.Duration) { lockTime = before }(lockTime)
	lockTime = time.Millisecond
	for _, name := range names {
		if _, err := Resume(name, d, trials.Shard{}, nil); !errors.Is(err, files.ErrHeld) ||
			!strings.HasPrefix(err.Error(), name+": another process is writing it; ") {
			t.Errorf("%s: %v", name, err)
		}
		param.Must(Read(name))
	}
	// A process that ends meanwhile leaves the lock.
	lockTime = time.Minute
	go f.Close()
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			noError(t, param.Must(Resume(name, d, trials.Shard{}, nil)).Close())
		})
	}
	if entries, _ := os.ReadDir(folder); len(entries) != 3 {
		t.Errorf("%v are left", entries)
	}
}

// A process that fails to start or to resume leaves the file to the next one.
func TestFailuresRelease(t *testing.T) {
	path, _ := whole(t, 1)
	d := experiment(t, 1).Design(t.Context())
	if _, err := Resume(path, another(t, 1).Design(t.Context()), trials.Shard{}, nil); err == nil {
		t.Error("another experiment is gone on with")
	}
	if _, err := open(path, true, d, trials.Shard{}, nil); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a file that is there is begun: %v", err)
	}
	noError(t, param.Must(Resume(path, d, trials.Shard{}, nil)).Close())
}

// A file that the path no longer leads to, or that another program changed, is noticed by the next
// unit and at the end.
func TestChangedWhileItIsWritten(t *testing.T) {
	const removed, replaced, changed = "was removed while this program wrote it", "was replaced while this program wrote it", "was changed by another program: it has "
	for _, c := range []struct {
		name, want string
		do         func(path string) error
	}{
		{"nothing", "", func(string) error { return nil }},
		{"another name", "", func(path string) error { return os.Link(path, path+".link") }},
		{"moved and back", "", func(path string) error {
			return errors.Join(os.Rename(path, path+".moved"), os.Rename(path+".moved", path))
		}},
		{"removed", removed, os.Remove},
		{"moved", removed, func(path string) error { return os.Rename(path, path+".moved") }},
		{"its folder moved", removed, func(path string) error { return os.Rename(filepath.Dir(path), filepath.Dir(path)+"-moved") }},
		{"a copy in its place", replaced, func(path string) error {
			text, err := os.ReadFile(path)
			return errors.Join(err, os.WriteFile(path+".copy", text, 0o600), os.Rename(path+".copy", path))
		}},
		{"a folder in its place", replaced, func(path string) error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o700)) }},
		{"truncated", changed + "0 bytes and should have ", func(path string) error { return os.Truncate(path, 0) }},
		{"shorter by a byte", changed, func(path string) error {
			info, err := os.Stat(path)
			return errors.Join(err, os.Truncate(path, info.Size()-1))
		}},
		{"longer", changed, func(path string) error {
			file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
			if err == nil {
				_, err = file.WriteString("x")
			}
			return errors.Join(err, file.Close())
		}},
	} {
		for _, resumed := range []bool{false, true} {
			t.Run(c.name, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "in", "a.jsonl")
				e := experiment(t, 2)
				noError(t, os.Mkdir(filepath.Dir(path), 0o700))
				if resumed {
					recorded(t, experiment(t, 1), path)
				}
				f := param.Must(Resume(path, e.Design(t.Context()), trials.Shard{}, nil))
				if err := c.do(path); err != nil {
					t.Skip(err)
				}
				e.Store = f
				_, err := e.Run(t.Context(), nil)
				for _, err := range []error{err, f.Close()} {
					if (err != nil) != (c.want != "") || err != nil && !strings.HasPrefix(err.Error(), path+": "+c.want) {
						t.Errorf("resumed %v: %v, want %q", resumed, err, c.want)
					}
				}
			})
		}
	}
}

// A failed start leaves no file, and leaves a file that was there before, or that another process
// continues, as it was.
func TestFailedStartsLeaveNothing(t *testing.T) {
	defer func() { lockFile = files.LockFile }()
	d := experiment(t, 1).Design(t.Context())
	for _, c := range []struct {
		name, before string
		lock         error // nil: held by another process
		fresh, stays bool
	}{
		{name: "begun", lock: syscall.EMFILE, fresh: true},
		{name: "resumed", lock: syscall.EMFILE},
		{name: "there", before: "text", lock: syscall.EMFILE, stays: true},
		{name: "there and fresh", before: "text", lock: syscall.EMFILE, fresh: true, stays: true},
		{name: "begun by two", fresh: true, stays: true},
		{name: "resumed by two", stays: true},
	} {
		lockFile = func(string, time.Duration) (*files.Lock, error) { return nil, cmp.Or(c.lock, files.ErrHeld) }
		path := filepath.Join(t.TempDir(), "a.jsonl")
		if c.before != "" {
			write(t, path, c.before)
		}
		if _, err := open(path, c.fresh, d, trials.Shard{}, nil); err == nil {
			t.Fatalf("%s: it starts", c.name)
		}
		if text, err := os.ReadFile(path); (err == nil) != c.stays || string(text) != c.before {
			t.Errorf("%s: %v; the file holds %q", c.name, err, text)
		}
	}
}

// Nor does a start that fails at the files to gather.
func TestFailedGatheringsLeaveNothing(t *testing.T) {
	folder := t.TempDir()
	path, other := filepath.Join(folder, "a.jsonl"), filepath.Join(folder, "b.jsonl")
	write(t, other, "no records")
	there, content := whole(t, 1)
	for _, begun := range []string{path, there} {
		if _, err := Open(t.Context(), begun, true, experiment(t, 1), "", other); err == nil {
			t.Error("it starts")
		}
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("the file is left")
	}
	if string(param.Must(os.ReadFile(there))) != content {
		t.Error("records that were there are gone")
	}
}

func TestALinkToNothingDoesNotExist(t *testing.T) {
	path := filepath.Join(t.TempDir(), "link")
	noError(t, os.Symlink(path+".none", path))
	if err := CheckNew(path); err == nil || errors.Is(err, fs.ErrExist) || err.Error() != path+": is a link to a file that does not exist" {
		t.Error(err)
	}
}
