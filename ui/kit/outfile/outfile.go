// Package outfile writes files as a whole or not at all: a new file takes the
// place of the old one once all of it is on the disk. What does not belong here:
// what files hold.
package outfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Check tells early whether a file can be expected to be written; the error is
// the end of a sentence about the path.
func Check(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return errors.New("is a folder, name a file in it")
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return errors.New("there is no such folder")
	}
	return nil
}

// Replace writes the file at path, whatever was there before. An error is a
// sentence that begins with the path.
func Replace(path string, write func(io.Writer) error) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		// A device or a pipe cannot be replaced.
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return plain(path, err)
		}
		return errors.Join(Buffered(file, write), file.Close())
	case err == nil:
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return plain(path, err)
		}
		return plain(path, within(path, info.Mode().Perm(), os.Rename, write))
	}
	return plain(path, within(path, 0o644, os.Rename, write))
}

// Create writes a new file at path. It never takes the place of one: then it
// leaves that as it is, and the error wraps fs.ErrExist.
func Create(path string, write func(io.Writer) error) error {
	return plain(path, within(path, 0o644, place, write))
}

// place gives a finished file its name, unless the name is taken.
func place(finished, path string) error {
	err := os.Link(finished, path)
	if err == nil {
		return os.Remove(finished)
	}
	if _, taken := os.Lstat(path); taken == nil || errors.Is(err, fs.ErrExist) {
		return fs.ErrExist
	}
	return os.Rename(finished, path) // a file system without links
}

// within writes a new file in the folder of path, and then has it placed there.
func within(path string, mode fs.FileMode, place func(finished, path string) error, write func(io.Writer) error) (err error) {
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(file.Name()) // what is half-written is of no use
		}
	}()
	if err := errors.Join(Buffered(file, write), file.Chmod(mode), file.Sync(), file.Close()); err != nil {
		return err
	}
	return place(file.Name(), path)
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

// plain is an error of the file system about the file that was asked for,
// whatever name the attempt was made under.
func plain(path string, err error) error {
	if err == nil {
		return nil
	}
	var inPath *fs.PathError
	var inLink *os.LinkError
	switch {
	case errors.As(err, &inPath):
		err = inPath.Err
	case errors.As(err, &inLink):
		err = inLink.Err
	}
	return fmt.Errorf("%s: cannot be written: %w", path, err)
}
