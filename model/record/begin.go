package record

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"regretscope/model"
	"regretscope/model/files"
)

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
	if err != nil {
		return err
	}
	asked, had := &h.Design.Config, &f.Design.Config
	if asked.Runs <= had.Runs && asked.Precision == had.Precision {
		return nil
	}
	more := extension{Hash: f.Hash, Runs: max(asked.Runs, had.Runs)}
	if asked.Precision != had.Precision {
		more.Precision = &asked.Precision
	}
	had.Runs, had.Precision = more.Runs, asked.Precision
	longer, err := encode(more)
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
