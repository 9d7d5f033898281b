package outfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"regretscope/noise/param"
)

// Rights determine which files a command may write. The zero value has a person's rights: whatever
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

// CreateSet writes new files of one name with different extensions, and returns their paths, those
// of NewSet.
func (r Rights) CreateSet(name string, endings []string, write func(string, io.Writer) error) ([]string, error) {
	paths := r.NewSet(name, endings...)
	for i, ending := range endings {
		if err := r.Create(paths[i], func(w io.Writer) error { return write(ending, w) }); err != nil {
			return nil, err
		}
	}
	return paths, nil
}

// NewSet returns paths of one name with different extensions. If one of them exists already, all
// get a number after the name.
func (r Rights) NewSet(name string, endings ...string) []string {
	const most = 1000
	for n, stem := 2, name; ; n++ {
		paths := param.Map(endings, func(ending string) string { return stem + ending })
		if n > most || !slices.ContainsFunc(paths, r.taken) {
			return paths
		}
		stem = fmt.Sprintf("%s-%d", name, n)
	}
}

// taken reports whether a path names something already, or cannot be examined by a person.
func (r Rights) taken(path string) bool {
	if r.Played() {
		there, _ := r.look(path)
		return there
	}
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}
