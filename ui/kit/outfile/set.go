package outfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"regretscope/noise/param"
)

// CreateSet writes new files of one name with different extensions, and returns their paths, those
// of NewSet.
func CreateSet(name string, endings []string, write func(ending string, w io.Writer) error) ([]string, error) {
	paths := NewSet(name, endings...)
	for i, ending := range endings {
		if err := Create(paths[i], func(w io.Writer) error { return write(ending, w) }); err != nil {
			return nil, err
		}
	}
	return paths, nil
}

// NewSet returns paths of one name with different extensions. If one of them exists already, or
// cannot be examined, all get a number after the name.
func NewSet(name string, endings ...string) []string {
	const most = 1000
	taken := func(path string) bool {
		_, err := os.Lstat(path)
		return !errors.Is(err, fs.ErrNotExist)
	}
	for n, stem := 2, name; ; n++ {
		paths := param.Map(endings, func(ending string) string { return stem + ending })
		if n > most || !slices.ContainsFunc(paths, taken) {
			return paths
		}
		stem = fmt.Sprintf("%s-%d", name, n)
	}
}
