package record

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
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

// Create begins a new file. It never takes the place of one: the error of a
// file that is there wraps fs.ErrExist.
func Create(path string, d *model.Design, s model.Shard) (*File, error) {
	return begin(path, newHeader(d, s), true)
}

// Resume opens a file to go on with an experiment, or begins one that is not
// there. A line that a killed process left unfinished is removed, be it the
// header. The error of a file of another design says what differs, and that of a
// file that another process writes wraps files.ErrHeld.
func Resume(path string, d *model.Design, s model.Shard) (*File, error) {
	return begin(path, newHeader(d, s), false)
}

func begin(path string, h *Header, fresh bool) (*File, error) {
	if fresh {
		if err := CheckNew(path); err != nil {
			return nil, err
		}
	}
	target, err := files.Resolve(path)
	if err == nil {
		err = touch(target)
	}
	if errors.Is(err, fs.ErrExist) {
		if err = regular(target); fresh {
			err = errIsThere
		}
	}
	f := &File{synced: time.Now()}
	if err == nil {
		f.lock, err = files.Take(target)
	}
	if err == nil {
		err = f.open(path, target, h, fresh)
	}
	if err != nil {
		f.lock.Release()
		return nil, plain(path, err)
	}
	return f, nil
}

// touch makes an empty file.
func touch(path string) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	return file.Close()
}

// open opens the file at target, which is locked and shown as path.
func (f *File) open(path, target string, h *Header, fresh bool) error {
	header, err := encode(h)
	if err != nil {
		return err
	}
	begun, err := beginsIn(target, header)
	switch {
	case err != nil:
		return err
	case fresh && !begun: // by another process, just before it was locked
		return errIsThere
	}
	file, err := os.OpenFile(target, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	f.index = &index{Header: h, path: path, file: file, places: map[model.Unit]place{}}
	if begun {
		err = f.start(header)
	} else {
		err = f.goOn(h)
	}
	if err != nil {
		file.Close()
		if begun {
			os.Remove(target)
		}
	}
	return err
}

// beginsIn reports whether a file holds no more than a beginning of the header, as a
// process leaves it that is killed while it begins.
func beginsIn(path string, header []byte) (bool, error) {
	info, err := os.Stat(path)
	if err != nil || info.Size() >= int64(len(header)) {
		return false, err
	}
	there, err := os.ReadFile(path)
	return err == nil && bytes.HasPrefix(header, there), err
}

// start writes the header.
func (f *File) start(header []byte) error {
	err := f.put(header)
	if err == nil {
		err = syncFile(f.file)
	}
	if err == nil {
		err = syncFolder(filepath.Dir(f.file.Name()))
	}
	return err
}

// goOn reads what is there, and removes a line without its end.
func (f *File) goOn(h *Header) error {
	err := f.read(nil)
	if err == nil {
		err = f.fits(h)
	}
	if err == nil {
		err = truncate(f.file, f.size)
	}
	runs := h.Design.Config.Runs
	if err != nil || runs <= f.Design.Config.Runs {
		return err
	}
	f.Design.Config.Runs = runs
	longer, err := encode(extension{f.Hash, runs})
	if err == nil {
		err = f.put(longer)
	}
	return err
}

func (x *index) fits(h *Header) error {
	switch {
	case x.Hash != h.Hash:
		return fmt.Errorf("holds another experiment: %s", x.Design.Difference(h.Design))
	case x.Shard != h.Shard:
		return fmt.Errorf("holds %s, and this is %s", shardName(x.Shard), shardName(h.Shard))
	case x.Design.Commit != "" && h.Design.Commit != "" && x.Design.Commit != h.Design.Commit:
		return fmt.Errorf("was written by commit %s, and this program is commit %s", x.Design.Commit, h.Design.Commit)
	}
	return nil
}

func shardName(shard string) string {
	if shard == "" {
		return "the whole experiment"
	}
	return "shard " + shard
}

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

// put writes a line.
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

// CheckNew reports early whether a file of records can be begun at path; the error
// is a sentence that begins with the path, and wraps fs.ErrExist where a file is
// there.
func CheckNew(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return plain(path, errIsThere)
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return fmt.Errorf("%s: there is no such folder", path)
	}
	return nil
}

// errIsThere is fs.ErrExist in plain words.
var errIsThere = isThere{}

type isThere struct{}

func (isThere) Error() string   { return "is there already, and nothing is overwritten" }
func (isThere) Is(e error) bool { return e == fs.ErrExist }
