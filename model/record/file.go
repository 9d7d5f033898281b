package record

import (
	"cmp"
	"io"
	"os"
	"time"

	"regretscope/model"
	"regretscope/model/files"
	"regretscope/noise/declare"
)

// A File takes the units of an experiment under way, and keeps other processes from
// writing it until it is closed. It is a model.Store. It belongs to one goroutine.
type File struct {
	*index
	lock   *files.Lock
	synced time.Time
}

var _ model.Store = (*File)(nil)

// What is asked of the file system; in tests each of it fails in turn.
var (
	writeAt    = (*os.File).WriteAt
	truncate   = (*os.File).Truncate
	syncFile   = (*os.File).Sync
	closeFile  = (*os.File).Close
	syncFolder = declare.SyncFolder
)

// syncEvery is how much finished work a loss of power may cost.
const syncEvery = time.Second

// Find implements model.Store. A unit that can no longer be read counts as not
// there.
func (f *File) Find(u model.Unit) *model.Finished {
	if _, ok := f.places[u]; !ok {
		return nil
	}
	finished, _ := f.unit(u)
	return finished
}

// Append implements model.Store. Where the disk is full, the file is left with
// the units before.
func (f *File) Append(u *model.Finished) error {
	before := f.size
	text, err := encode(f.unitLine(u))
	if err == nil {
		err = f.put(text)
	}
	if err != nil {
		return plain(f.path, err)
	}
	f.places[u.Unit] = place{before, f.size - before}
	if time.Since(f.synced) < syncEvery {
		return nil
	}
	return f.sync()
}

func (f *File) put(line []byte) error {
	if _, err := writeAt(f.file, line, f.size); err != nil {
		truncate(f.file, f.size) // what is half-written is of no use; if this fails too, Resume removes it
		return err
	}
	f.size += int64(len(line))
	return nil
}

func (f *File) sync() error {
	f.synced = time.Now()
	return plain(f.path, syncFile(f.file))
}

// Units is how many units the file has.
func (f *File) Units() int { return len(f.places) }

// Locked reports whether other processes are kept from writing the file: not on a
// file system that has no locks.
func (f *File) Locked() bool { return f.lock.Locked() }

// Close syncs and closes the file. Other processes may write it then.
func (f *File) Close() error {
	defer f.lock.Release()
	return f.close()
}

func (f *File) close() error { return cmp.Or(f.sync(), plain(f.path, closeFile(f.file))) }

// Finish closes the file of a complete experiment and puts its units in the order of
// the design before other processes may write it. What it is given replaces a file as
// a whole.
func (f *File) Finish(replace func(path string, write func(io.Writer) error) error) error {
	defer f.lock.Release()
	if err := f.close(); err != nil {
		return err
	}
	set, err := Read(f.path)
	if err != nil {
		return err
	}
	return replace(f.path, func(w io.Writer) error {
		defer set.Close() // Windows replaces no file that is open
		return set.Write(w)
	})
}
