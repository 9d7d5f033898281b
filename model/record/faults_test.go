package record

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"regretscope/model"
)

var errFull = errors.New("no space left on device")

// fail lets the n-th of one step fail, and returns what puts it back. A write
// that fails has written half; a close that fails has closed.
func fail(step string, n int) (restore func()) {
	write, cut, sync, closes, folder := writeAt, truncate, syncFile, closeFile, syncFolder
	now := func(s string) bool {
		if s != step {
			return false
		}
		n--
		return n == 0
	}
	writeAt = func(f *os.File, text []byte, at int64) (int, error) {
		if now("write") || now("longer") {
			half, err := write(f, text[:len(text)/2], at)
			return half, errors.Join(errFull, err)
		}
		return write(f, text, at)
	}
	truncate = func(f *os.File, size int64) error {
		if step == "write" || step == "longer" && n == 0 || now("truncate") {
			return errFull // nothing can be put right on this disk
		}
		return cut(f, size)
	}
	syncFile = func(f *os.File) error {
		if now("sync") {
			return errFull
		}
		return sync(f)
	}
	closeFile = func(f *os.File) error {
		if now("close") {
			return errors.Join(errFull, closes(f))
		}
		return closes(f)
	}
	syncFolder = func(path string) error {
		if now("folder") {
			return errFull
		}
		return folder(path)
	}
	return func() { writeAt, truncate, syncFile, closeFile, syncFolder = write, cut, sync, closes, folder }
}

// Whatever fails while records are written: what was finished before can be read,
// and the experiment goes on from there to the same result.
func TestEveryStepFails(t *testing.T) {
	folder := t.TempDir()
	want := text(t, recorded(t, experiment(t, 3), filepath.Join(folder, "whole.jsonl")))
	for step, most := range map[string]int{"write": 13, "longer": 1, "sync": 2, "close": 1, "truncate": 1, "folder": 1} {
		t.Run(step, func(t *testing.T) {
			for n := 1; n <= most; n++ {
				name := fmt.Sprintf("%s-%d", step, n)
				path := filepath.Join(folder, name+".jsonl")
				finished, err := attempt(t, path, step, n)
				if !errors.Is(err, errFull) || strings.Count(err.Error(), path) != 1 {
					t.Errorf("%s: error %v", name, err)
				}
				s, err := Read(path)
				if begun := err == nil; begun != (finished >= 0) {
					t.Errorf("%s: %v, with %d units finished", name, err, finished)
				}
				if err == nil {
					if len(s.from) < finished {
						t.Errorf("%s: %d units can be read, %d were finished", name, len(s.from), finished)
					}
					s.Close()
				}
				if got := text(t, recorded(t, experiment(t, 3), path)); got != want {
					t.Errorf("%s: after going on, another result", name)
				}
			}
		})
	}
}

// attempt records an experiment, which fails, and returns how many units were
// finished before; -1 where no file was begun.
func attempt(t *testing.T, path, step string, n int) (finished int, err error) {
	t.Helper()
	resumes := step == "truncate" || step == "longer" // to raise the number of runs
	if resumes {
		recorded(t, experiment(t, 2), path)
	}
	defer fail(step, n)()
	e := experiment(t, 3)
	f, err := Resume(path, e.Design(t.Context()), model.Shard{})
	if err != nil {
		if resumes {
			return 8, err
		}
		return -1, err
	}
	store := &counting{File: f}
	e.Store = store
	_, err = e.Run(context.Background(), nil)
	finished = f.Units()
	return finished, errors.Join(err, f.Close())
}
