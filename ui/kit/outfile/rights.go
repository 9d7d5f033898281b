package outfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"regretscope/noise/param"
)

// Rights say which files those may write who run a command. The zero value is a
// person's, who may write what the system lets them. A file that is played may write
// new files below one folder, or none.
type Rights struct {
	player    string // what is played, "lesson" or "script"; empty: a person
	folder    string // empty: nothing may be written
	rehearsed bool   // nothing is written, but what may be is not refused
}

// Played returns the rights of a file that is played, a "lesson" or a "script", with the
// folder that a person allowed it to write below, if any. A file that is rehearsed
// may do the same, and nothing comes of it.
func Played(player, folder string, rehearsed bool) Rights {
	return Rights{player, folder, rehearsed}
}

// Played reports whether a file runs the command, and no person.
func (r Rights) Played() bool { return r.player != "" }

// A Refusal is the error for something that a played file may not do.
type Refusal struct{ sentence string }

func (r *Refusal) Error() string { return r.sentence }

// Refuse returns a refusal: "this lesson may not …".
func (r Rights) Refuse(what, remedy string) error {
	return &Refusal{fmt.Sprintf("this %s may not %s: %s", r.player, param.Brief(what), remedy)}
}

// Check finds out whether a file of this name, or of one like it, may be written. The
// error is a *Refusal.
func (r Rights) Check(path string) error {
	_, err := r.look(path)
	return err
}

// look is Check, and reports whether there is such a file already.
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

// Create writes a new file, as the function of this name does, where it may be written.
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

// Replace writes a file whatever was there before, which only persons may.
func (r Rights) Replace(path string, write func(io.Writer) error) error {
	if r.Played() {
		return r.Refuse("overwrite "+path, "only you may")
	}
	return Replace(path, write)
}

// NewPath is where another package may create the file of this name, never replacing
// one. It is empty in a rehearsal.
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

// CreateSet writes new files of one name with different endings, and returns their
// paths. Where one of them exists already, all get a number behind the name, so that
// none takes the place of another file.
func (r Rights) CreateSet(name string, endings []string, write func(ending string, w io.Writer) error) (paths []string, err error) {
	const most = 1000
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

// free reports whether a path names nothing yet, or may not be looked at.
func (r Rights) free(path string) bool {
	if r.Played() {
		there, _ := r.look(path)
		return !there
	}
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}
