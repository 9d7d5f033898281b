package record

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			if _, err := Resume(name, d, trials.Shard{}, nil); !errors.Is(err, files.ErrHeld) ||
				!strings.HasPrefix(err.Error(), name+": another process is writing it; ") {
				t.Errorf("%s: %v", name, err)
			}
			param.Must(Read(name))
		})
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			if err := param.Must(Resume(name, d, trials.Shard{}, nil)).Close(); err != nil {
				t.Error(err)
			}
		})
	}
	if entries, _ := os.ReadDir(folder); len(entries) != 3 {
		t.Errorf("%v are left", entries)
	}
}

// A process that fails to start or to resume leaves the file to the next one.
func TestFailuresRelease(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jsonl")
	recorded(t, experiment(t, 1), path)
	d := experiment(t, 1).Design(t.Context())
	other := experiment(t, 1)
	other.Points[0].Seed, other.Points[1].Seed = 8, 8
	if _, err := Resume(path, other.Design(t.Context()), trials.Shard{}, nil); err == nil {
		t.Error("another experiment is gone on with")
	}
	if _, err := open(path, true, d, trials.Shard{}, nil); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a file that is there is begun: %v", err)
	}
	if err := param.Must(Resume(path, d, trials.Shard{}, nil)).Close(); err != nil {
		t.Error(err)
	}
}
