package command

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// checkOutput tells early whether a file can be expected to be written; no
// path is standard output.
func checkOutput(path string) error {
	if path == "" {
		return nil
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return errors.New("is a folder, name a file in it")
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return errors.New("there is no such folder")
	}
	return nil
}

// writeOutput writes to the file at path or, where there is none, to standard
// output. A file appears as a whole or stays as it was.
func writeOutput(path string, out io.Writer, write func(io.Writer) error) error {
	info, err := os.Stat(path)
	switch {
	case path == "":
		return buffered(out, write)
	case err == nil && !info.Mode().IsRegular():
		// A device or a pipe cannot be replaced.
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return plain(path, err)
		}
		return errors.Join(buffered(file, write), file.Close())
	case err == nil:
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return plain(path, err)
		}
		return plain(path, replace(path, info.Mode().Perm(), write))
	}
	return plain(path, replace(path, 0o644, write))
}

// replace writes a new file beside the one at path and then takes its place.
func replace(path string, mode fs.FileMode, write func(io.Writer) error) (err error) {
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(file.Name()) // what is half-written is of no use
		}
	}()
	if err := errors.Join(buffered(file, write), file.Chmod(mode), file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

// buffered writes in large pieces, and what came before an error too.
func buffered(w io.Writer, write func(io.Writer) error) error {
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
