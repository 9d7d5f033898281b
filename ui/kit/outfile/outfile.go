// Package outfile writes files as a whole or not at all: a new file takes the place of the
// old one once all of it is on the disk. Whether a file can be written is found out when
// it is opened, before the work that fills it.
package outfile

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"

	"regretscope/model/files"
	"regretscope/noise/declare"
)

// What is asked of the file system; in tests each of it fails in turn.
var (
	writeFile  = (*os.File).Write
	syncFile   = (*os.File).Sync
	closeFile  = (*os.File).Close
	nameFile   = giveName
	link       = os.Link
	rename     = os.Rename
	syncFolder = declare.SyncFolder
)

// A File is going to be written: Commit or Discard it.
type File struct {
	path   string   // as it was asked for
	target string   // what the path leads to
	fresh  bool     // nothing may be replaced
	device bool     // a device or a pipe, which is written to and not replaced
	file   *os.File // the device, or a new file beside the target
	name   string   // of the new file; empty while it has no name
}

// Open gets ready to write the file at path. With fresh it never takes the place
// of another file: then the error wraps fs.ErrExist. An error is a sentence that
// begins with the path.
func Open(path string, fresh bool) (*File, error) {
	f := &File{path: path, fresh: fresh}
	if err := f.open(); err != nil {
		return nil, f.explain(err)
	}
	return f, nil
}

func (f *File) open() (err error) {
	if f.target, err = files.Resolve(f.path); err != nil {
		return err
	}
	folder := filepath.Dir(f.target)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return errors.New("there is no such folder")
	}
	_, free := os.Lstat(f.path)
	old, err := os.Stat(f.target)
	exists := err == nil
	switch {
	case !exists && !errors.Is(err, fs.ErrNotExist): // a name that is too long, among others
		return err
	case exists && old.IsDir() || os.IsPathSeparator(f.path[len(f.path)-1]):
		return errors.New("it is a folder, name a file in it")
	case f.fresh && free == nil: // a link that leads nowhere is no free name
		return fs.ErrExist
	case exists:
		if f.file, err = os.OpenFile(f.target, os.O_WRONLY, 0); err != nil {
			return err // its user may not write it, even where its name could be given to another file
		}
		if f.device = !old.Mode().IsRegular(); f.device {
			return nil
		}
		f.file.Close()
	}
	if f.file, err = unnamed(folder); err != nil {
		err = f.createNamed(folder)
	}
	if err == nil && exists {
		err = f.file.Chmod(old.Mode().Perm())
	}
	return err
}

// createNamed makes the new file where it cannot be without a name. That is
// short, because the target's may be as long as the file system allows.
func (f *File) createNamed(folder string) (err error) {
	if f.file, err = os.CreateTemp(folder, ".regretscope-*"); err != nil {
		return err
	}
	f.name = f.file.Name()
	return f.file.Chmod(0o644)
}

// Commit writes the file. Afterwards the path names either all of it or what it
// named before, which a loss of power does not change. After an error it is what it
// named before, unless the disk refused to keep the new name.
func (f *File) Commit(write func(io.Writer) error) error {
	defer f.Discard()
	err := Buffered(f, write)
	if f.device {
		return f.explain(cmp.Or(err, closeFile(f.file)))
	}
	if err == nil {
		err = syncFile(f.file)
	}
	if err == nil {
		err = f.place()
	}
	return f.explain(err)
}

// Write implements io.Writer for what Commit is given.
func (f *File) Write(text []byte) (int, error) { return writeFile(f.file, text) }

// place gives the finished file the name of the target.
func (f *File) place() error {
	if f.name == "" {
		name := filepath.Join(filepath.Dir(f.target), fmt.Sprintf(".regretscope-%x", rand.Uint64()))
		if err := nameFile(f.file, name); err != nil {
			return err
		}
		f.name = name
	}
	if err := closeFile(f.file); err != nil {
		return err
	}
	if err := f.rename(); err != nil {
		return err
	}
	f.Discard() // of two names, the other one
	return syncFolder(filepath.Dir(f.target))
}

func (f *File) rename() error {
	if f.fresh {
		if err := link(f.name, f.target); err == nil {
			return nil
		}
		if _, err := os.Lstat(f.target); err == nil {
			return fs.ErrExist
		} // else this file system has no links
	}
	return rename(f.name, f.target)
}

// Discard leaves the path as it is and nothing beside it. A nil File has nothing
// to discard.
func (f *File) Discard() {
	if f == nil {
		return
	}
	f.file.Close()
	if f.name != "" {
		os.Remove(f.name) // is no more where it was renamed
	}
}

// Replace writes the file at path, whatever was there before.
func Replace(path string, write func(io.Writer) error) error { return at(path, false, write) }

// Create writes a new file at path. It never takes the place of one: then it
// leaves that as it is, and the error wraps fs.ErrExist.
func Create(path string, write func(io.Writer) error) error { return at(path, true, write) }

func at(path string, fresh bool, write func(io.Writer) error) error {
	f, err := Open(path, fresh)
	if err != nil {
		return err
	}
	return f.Commit(write)
}

// Buffered writes in large pieces, and what came before an error too.
func Buffered(w io.Writer, write func(io.Writer) error) error {
	b := bufio.NewWriterSize(w, 1<<16)
	err := write(b)
	if flushed := b.Flush(); err == nil {
		err = flushed
	}
	return err
}

// explain is an error of the file system about the file that was asked for,
// whatever name the attempt was made under.
func (f *File) explain(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: cannot be written: %w", f.path, declare.Reason(err))
}
