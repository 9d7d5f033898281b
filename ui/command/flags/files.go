package flags

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/alecthomas/kong"

	"regretscope/noise/files"
	"regretscope/scenarios/file"
	"regretscope/scenarios/movielens"
)

type use struct {
	name   string // of the flag or argument
	path   string
	writes bool
	file   os.FileInfo // nil: there is none yet
}

// refuseSame returns an error if a request writes a file that it also reads, writes one file
// twice, or reads standard input twice. Tags say which flags and arguments name files: reads, writes, or folder, for a folder
// of files.
func refuseSame(request *kong.Context) error {
	var values []*kong.Value
	if command := request.Selected(); command != nil {
		values = append(values, command.Positional...)
	}
	for _, flag := range request.Flags() {
		values = append(values, flag.Value)
	}
	var uses []use
	for _, value := range values {
		for _, u := range usesOf(value) {
			for _, other := range uses {
				if u.clashes(other) {
					return u.clash(other)
				}
			}
			uses = append(uses, u)
		}
	}
	return nil
}

// usesOf lists the files that a value names; for a folder of data, the files that are read in
// it.
func usesOf(value *kong.Value) (uses []use) {
	var paths []string
	switch given := value.Target.Interface().(type) {
	case string:
		paths = append(paths, given)
	case []string:
		paths = given
	}
	name, writes := value.Name, value.Tag.Has("writes")
	if value.Flag != nil {
		name = "--" + name
	}
	for _, path := range paths {
		if path == "" || !writes && !value.Tag.Has("reads") {
			continue
		}
		within := []string{path}
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			within = movielens.Files(path)
		} else if name == "--scenario" {
			within = append(within, file.TablesOf(path)...)
		}
		for _, path := range within {
			file, _ := os.Stat(path)
			uses = append(uses, use{name, path, writes, file})
		}
	}
	return uses
}

// clashes reports whether two uses of a file spoil each other. Standard input and output are two.
func (u use) clashes(other use) bool {
	if u.path == files.Standard || other.path == files.Standard {
		return u.path == other.path && u.writes == other.writes
	}
	return (u.writes || other.writes) && u.same(other)
}

// same reports whether two paths name one file, which need not exist. Several may write to a
// device or a pipe.
func (u use) same(other use) bool {
	if u.file != nil && other.file != nil {
		return os.SameFile(u.file, other.file) && (u.file.Mode().IsRegular() || u.file.IsDir())
	}
	if u.file != nil || other.file != nil || filepath.Base(u.path) != filepath.Base(other.path) {
		return false
	}
	first, errA := os.Stat(filepath.Dir(u.path))
	second, errB := os.Stat(filepath.Dir(other.path))
	return errA == nil && errB == nil && os.SameFile(first, second)
}

func (u use) clash(other use) error {
	if !u.writes {
		u, other = other, u
	}
	why := "which is read"
	if other.writes {
		why = "which " + other.name + " writes"
	}
	return fmt.Errorf("%s %s: is the same file as %s, %s; name another one", u.name, u.path, other.path, why)
}
