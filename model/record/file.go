package record

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"regretscope/model"
	"regretscope/noise/declare"
)

// A File takes the units of an experiment under way. It is a model.Store. It
// belongs to one goroutine.
type File struct {
	*index
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
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return nil, plain(path, err)
	}
	x := &index{Header: newHeader(d, s), path: path, file: file, places: map[model.Unit]place{}}
	f := &File{index: x}
	err = f.put(x.Header)
	if err == nil {
		err = f.sync()
	}
	if err == nil {
		err = plain(path, syncFolder(filepath.Dir(path)))
	}
	if err != nil {
		file.Close()
		os.Remove(path)
		return nil, err
	}
	return f, nil
}

// Resume opens a file to go on with an experiment, or begins one that is not
// there. A line that a killed process left unfinished is removed, be it the
// header. The error of a file of another design says what differs.
func Resume(path string, d *model.Design, s model.Shard) (*File, error) {
	header := newHeader(d, s)
	begun, err := onlyBegun(path, header)
	if err == nil && begun {
		err = os.Remove(path)
	}
	if err != nil {
		return nil, plain(path, err)
	}
	x, err := open(path, os.O_RDWR)
	if errors.Is(err, fs.ErrNotExist) {
		return Create(path, d, s)
	}
	if err != nil {
		return nil, err
	}
	f := &File{index: x, synced: time.Now()}
	if err := f.fits(header); err != nil {
		x.file.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	err = plain(path, truncate(x.file, x.size))
	if runs := d.Config.Runs; err == nil && runs > x.Design.Config.Runs {
		x.Design.Config.Runs = runs
		err = f.put(extension{x.Hash, runs})
	}
	if err != nil {
		x.file.Close()
		return nil, err
	}
	return f, nil
}

// onlyBegun reports whether a file holds no more than the beginning of the header,
// as a process leaves it that is killed while it creates the file.
func onlyBegun(path string, h *Header) (bool, error) {
	text, err := encode(h)
	if err != nil {
		return false, err
	}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() >= int64(len(text)) {
		return false, nil // open says what there is to say
	}
	there, err := os.ReadFile(path)
	return err == nil && bytes.HasPrefix(text, there), err
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
	if err := f.put(f.unitLine(u)); err != nil {
		return err
	}
	f.places[u.Unit] = place{before, f.size - before}
	if time.Since(f.synced) < syncEvery {
		return nil
	}
	return f.sync()
}

// put writes a line.
func (f *File) put(value any) error {
	text, err := encode(value)
	if err != nil {
		return plain(f.path, err)
	}
	if _, err := writeAt(f.file, text, f.size); err != nil {
		truncate(f.file, f.size) // what is half-written is of no use; if this fails too, Resume removes it
		return plain(f.path, err)
	}
	f.size += int64(len(text))
	return nil
}

func (f *File) sync() error {
	f.synced = time.Now()
	return plain(f.path, syncFile(f.file))
}

// Units is how many units the file has.
func (f *File) Units() int { return len(f.places) }

// Close syncs and closes the file.
func (f *File) Close() error {
	return cmp.Or(f.sync(), plain(f.path, closeFile(f.file)))
}

// CheckNew tells early whether a file of records can be begun at path; the error
// is a sentence that begins with the path, and wraps fs.ErrExist where a file is
// there.
func CheckNew(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s: %w, and nothing is overwritten", path, errIsThere)
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return fmt.Errorf("%s: there is no such folder", path)
	}
	return nil
}

// errIsThere is fs.ErrExist in plain words.
var errIsThere = isThere{}

type isThere struct{}

func (isThere) Error() string   { return "is there already" }
func (isThere) Is(e error) bool { return e == fs.ErrExist }
