package flags

import (
	"fmt"
	"os"

	"github.com/alecthomas/kong"

	"regretscope/model/files"
	"regretscope/scenarios/file"
	"regretscope/scenarios/movielens"
)

// A use is a file that a flag or an argument names.
type use struct {
	name   string // of the flag or argument
	path   string // as it was given
	target string // what that leads to
	writes bool
}

// refuseSame refuses a request that writes into a file that it also reads, or into one
// file twice. The tags of flags and arguments say which of them name files: reads,
// writes, or folder, whose files have names of their own.
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
				if (u.writes || other.writes) && files.Same(u.target, other.target) {
					return u.clash(other)
				}
			}
			uses = append(uses, u)
		}
	}
	return nil
}

// usesOf lists the files that a value names; where it is a folder of data, those of
// its files that are read.
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
			if target, err := files.Resolve(path); err == nil { // who opens it says why not
				uses = append(uses, use{name, path, target, writes})
			}
		}
	}
	return uses
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
