// Package outfile writes files whole or not at all: a temporary file beside the target is
// renamed when it is completely on disk. Devices and pipes are written directly. Open checks
// whether a file can be written, before the work that fills it.
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

	"regretscope/noise/param"
)

// A File can be written by Commit.
type File struct {
	path   string // as given by the caller
	target string // the regular file at the end of the path; empty for a device or a pipe
	fresh  bool   // never replace a file
}

// Open checks that the file at path can be written. With fresh it never replaces another file:
// the error then wraps fs.ErrExist. An error is a sentence that begins with the path.
func Open(path string, fresh bool) (*File, error) {
	f := &File{path: path, fresh: fresh}
	if err := f.find(); err != nil {
		return nil, f.explain(err)
	}
	return f, nil
}

func (f *File) find() error {
	folder := filepath.Dir(f.path)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return errors.New("there is no such folder")
	}
	info, err := os.Stat(f.path)
	exists := err == nil
	switch {
	case exists && info.IsDir() || os.IsPathSeparator(f.path[len(f.path)-1]):
		return errors.New("it is a folder, name a file in it")
	case exists && (!info.Mode().IsRegular() || isStandard(info)):
		return nil
	case !exists && !errors.Is(err, fs.ErrNotExist): // for example, a name that is too long
		return err
	}
	f.target = f.path
	if _, err := os.Lstat(f.path); err == nil {
		if f.fresh {
			return fs.ErrExist
		}
		if f.target, err = filepath.EvalSymlinks(f.path); err != nil {
			return err // a link to nothing
		}
	}
	if exists { // a file that the user may not write stays, even in a writable folder
		file, err := os.OpenFile(f.target, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		file.Close()
	}
	return writable(filepath.Dir(f.target))
}

// isStandard reports whether a file is the program's standard output, as /dev/stdout is.
func isStandard(info fs.FileInfo) bool {
	for _, file := range []*os.File{os.Stdout, os.Stderr} {
		if open, err := file.Stat(); err == nil && os.SameFile(open, info) {
			return true
		}
	}
	return false
}

// Commit writes the file. Afterwards the path names the complete new file or, after an error,
// the earlier one.
func (f *File) Commit(write func(io.Writer) error) error {
	if f.target == "" {
		device, err := os.OpenFile(f.path, os.O_WRONLY|os.O_APPEND, 0)
		if err == nil {
			err = cmp.Or(Buffered(device, write), device.Close())
		}
		return f.explain(err)
	}
	root, err := os.OpenRoot(filepath.Dir(f.target))
	if err != nil {
		return f.explain(err)
	}
	defer root.Close()
	return f.explain(put(root, filepath.Base(f.target), f.fresh, write))
}

// put writes a file in a folder whole or not at all.
func put(root *os.Root, name string, fresh bool, write func(io.Writer) error) error {
	temporary := filepath.Join(filepath.Dir(name), fmt.Sprintf(".regretscope-%x", rand.Uint64()))
	file, err := root.OpenFile(temporary, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	defer root.Remove(temporary) // one of two names, or an unfinished file
	err = Buffered(file, write)
	if old, gone := root.Stat(name); err == nil && gone == nil {
		err = file.Chmod(old.Mode().Perm())
	}
	if err == nil {
		err = file.Sync()
	}
	if err := cmp.Or(err, file.Close()); err != nil {
		return err
	}
	if fresh {
		if root.Link(temporary, name) == nil {
			return nil
		}
		if _, err := root.Lstat(name); err == nil {
			return fs.ErrExist
		} // otherwise this file system has no links
	}
	return root.Rename(temporary, name)
}

// Replace writes the file at path, replacing an earlier one.
func Replace(path string, write func(io.Writer) error) error { return at(path, false, write) }

// Create writes a new file at path. It never replaces one: the error then wraps
// fs.ErrExist.
func Create(path string, write func(io.Writer) error) error { return at(path, true, write) }

func at(path string, fresh bool, write func(io.Writer) error) error {
	f, err := Open(path, fresh)
	if err != nil {
		return err
	}
	return f.Commit(write)
}

// Buffered buffers the writes of write; it also writes what preceded an error.
func Buffered(w io.Writer, write func(io.Writer) error) error {
	b := bufio.NewWriterSize(w, 1<<16)
	err := write(b)
	return cmp.Or(err, b.Flush())
}

// explain turns an error of the file system into one about the given path.
func (f *File) explain(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: cannot be written: %w", f.path, param.Reason(err))
}

// Rights say which files a command may write. The zero value has a person's rights: whatever
// the system allows. A played file may write new files in one folder, or none.
type Rights struct {
	player    string // the kind of the played file, "lesson" or "script"; empty: a person
	folder    string // empty: nothing may be written
	rehearsed bool   // a rehearsal: nothing is written, but what would be allowed is not refused
}

// Played returns the rights of a played file, a "lesson" or a "script", with the folder that a
// person allowed it to write to, if any. A rehearsal has the same rights but writes nothing.
func Played(player, folder string, rehearsed bool) Rights {
	return Rights{player, folder, rehearsed}
}

// Played reports whether a file, not a person, runs the command.
func (r Rights) Played() bool { return r.player != "" }

// A Refusal is the error for something that a played file may not do.
type Refusal struct{ sentence string }

func (r *Refusal) Error() string { return r.sentence }

// Refuse returns a refusal: "this lesson may not …".
func (r Rights) Refuse(what, remedy string) error {
	return &Refusal{fmt.Sprintf("this %s may not %s: %s", r.player, param.Brief(what), remedy)}
}

// Check returns a *Refusal if a file of this name, or a numbered variant, may not be written.
func (r Rights) Check(path string) error {
	_, err := r.look(path)
	return err
}

// look is Check, and reports whether the file exists already.
func (r Rights) look(path string) (there bool, err error) {
	switch {
	case !r.Played():
		return false, nil
	case r.folder == "":
		return false, r.Refuse("save "+path, "allow it with --allow-writes FOLDER")
	case !filepath.IsLocal(path):
		return false, r.Refuse("save "+path, "it may only write below "+r.folder)
	}
	root, err := os.OpenRoot(r.folder)
	if err != nil {
		return false, r.refuse(path, err)
	}
	defer root.Close()
	folder, err := root.Stat(filepath.Dir(path))
	if errors.Is(err, fs.ErrNotExist) || err == nil && !folder.IsDir() {
		err = errors.New("there is no such folder")
	}
	if err != nil {
		return false, r.refuse(path, err)
	}
	_, missing := root.Lstat(path)
	return missing == nil, nil
}

// Create writes a new file if the rights allow it; see the function Create.
func (r Rights) Create(path string, write func(io.Writer) error) error {
	switch _, err := r.NewPath(path); {
	case err != nil:
		return err
	case !r.Played():
		return Create(path, write)
	case r.rehearsed:
		return write(io.Discard)
	}
	root, err := os.OpenRoot(r.folder)
	if err == nil {
		defer root.Close()
		err = put(root, filepath.Clean(path), true, write)
	}
	if errors.Is(err, fs.ErrExist) {
		err = errThere
	}
	if err != nil {
		return r.refuse(path, err)
	}
	return nil
}

// Replace writes a file, replacing an earlier one; only persons may.
func (r Rights) Replace(path string, write func(io.Writer) error) error {
	if r.Played() {
		return r.Refuse("overwrite "+path, "only you may")
	}
	return Replace(path, write)
}

// NewPath returns the path at which another package may create the file, never replacing one.
// It is empty in a rehearsal.
func (r Rights) NewPath(path string) (string, error) {
	there, err := r.look(path)
	switch {
	case err != nil:
		return "", err
	case !r.Played():
		return path, nil
	case there:
		return "", r.refuse(path, errThere)
	case r.rehearsed:
		return "", nil
	}
	return filepath.Join(r.folder, path), nil
}

var errThere = errors.New("it already exists, and only new files are allowed")

func (r Rights) refuse(path string, err error) error {
	return r.Refuse("save "+path, param.Reason(err).Error())
}

// CreateSet writes new files of one name with different extensions, and returns their paths. If
// one of them exists already, all get a number after the name, so that no file is replaced.
func (r Rights) CreateSet(name string, endings []string, write func(string, io.Writer) error) ([]string, error) {
	const most = 1000
	var paths []string
	for n := 1; n < most; n++ {
		paths = paths[:0]
		free := true
		for _, ending := range endings {
			path := name + ending
			if n > 1 {
				path = fmt.Sprintf("%s-%d%s", name, n, ending)
			}
			free = free && r.free(path)
			paths = append(paths, path)
		}
		if free {
			break
		}
	}
	for i, ending := range endings {
		if err := r.Create(paths[i], func(w io.Writer) error { return write(ending, w) }); err != nil {
			return nil, err
		}
	}
	return paths, nil
}

// free reports whether a path names nothing yet, or cannot be examined.
func (r Rights) free(path string) bool {
	if r.Played() {
		there, _ := r.look(path)
		return !there
	}
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}
