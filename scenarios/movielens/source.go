package movielens

import (
	"archive/zip"
	"bufio"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"regretscope/noise/declare"
)

// A source is where the files of an edition are: a folder, or one inside a zip
// archive.
type source struct {
	files fs.FS
	name  string // stands before the files' names in errors
	edition
	io.Closer
}

const wanted = "must be a folder or zip file of ml-1m, ml-100k or ml-latest as published"

// open finds the edition at a path: in a folder, in a zip file, or in a zip file in
// a folder.
func open(name string) (*source, error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: there is no such folder or file: %s", name, wanted)
	case err != nil:
		return nil, unreadable(name, err)
	case !info.IsDir():
		return openZip(name)
	}
	files := os.DirFS(name)
	e, missing := detect(files)
	if e != nil {
		return &source{files, name, *e, io.NopCloser(nil)}, nil
	}
	archives, _ := fs.Glob(files, "*.zip") // the pattern is well formed
	for _, archive := range archives {
		if s, err := openZip(filepath.Join(name, archive)); err == nil {
			return s, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", name, missing)
}

// openZip finds the edition in an archive: at its top, or in a folder there, as it
// is published.
func openZip(name string) (*source, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: cannot be read: %s", name, wanted)
	}
	archive, err := zip.OpenReader(name)
	if errors.Is(err, zip.ErrFormat) {
		return nil, fmt.Errorf("%s: is no zip file: %s", name, wanted)
	} else if err != nil {
		return nil, unreadable(name, err)
	}
	e, missing := detect(archive)
	if e != nil {
		return &source{archive, name, *e, archive}, nil
	}
	folders, _ := fs.ReadDir(archive, ".") // unreadable ones hold nothing
	for _, folder := range folders {
		files, err := fs.Sub(archive, folder.Name())
		if err != nil || !folder.IsDir() {
			continue
		}
		if e, missing = detect(files); e != nil {
			return &source{files, filepath.Join(name, declare.Printable(folder.Name())), *e, archive}, nil
		}
	}
	return nil, errors.Join(fmt.Errorf("%s: %w", name, missing), archive.Close())
}

func detect(files fs.FS) (*edition, error) {
	var missing []error
	var all []string
	for _, e := range editions() {
		movies, ratings := find(files, e.moviesFile), find(files, e.ratingsFile)
		switch {
		case movies != "" && ratings != "":
			return &e, nil
		case movies != "":
			missing = append(missing, fmt.Errorf("%s is missing: must be beside %s, as in %s", e.ratingsFile, e.moviesFile, e.name))
		case ratings != "":
			missing = append(missing, fmt.Errorf("%s is missing: must be beside %s, as in %s", e.moviesFile, e.ratingsFile, e.name))
		}
		all = append(all, fmt.Sprintf("%s and %s (%s)", e.moviesFile, e.ratingsFile, e.name))
	}
	if len(missing) > 0 {
		return nil, missing[0]
	}
	return nil, fmt.Errorf("holds no edition of MovieLens: must hold %s, each as it is or with .gz", strings.Join(all, ", or "))
}

// find returns the name of a file as it is in the folder, with .gz or without, or "".
func find(files fs.FS, name string) string {
	for _, name := range []string{name, name + ".gz"} {
		if info, err := fs.Stat(files, name); err == nil && info.Mode().IsRegular() {
			return name
		}
	}
	return ""
}

// Files lists the files of a folder that an edition may be read from.
func Files(folder string) []string {
	files := os.DirFS(folder)
	names, _ := fs.Glob(files, "*.zip") // the pattern is well formed
	for _, e := range editions() {
		names = append(names, find(files, e.moviesFile), find(files, e.ratingsFile))
	}
	var paths []string
	for _, name := range names {
		if name != "" {
			paths = append(paths, filepath.Join(folder, name))
		}
	}
	return paths
}

// read calls do with the contents of a file, and puts its path before the errors
// that do returns.
func (s *source) read(name string, do func(r io.Reader) error) error {
	name = find(s.files, name)
	shown := filepath.Join(s.name, name)
	file, err := s.files.Open(name)
	if err != nil {
		return unreadable(shown, err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return unreadable(shown, err)
	}
	packed := &counter{r: io.LimitReader(file, info.Size())} // some without a size never end
	text := &unpacked{counter: counter{r: packed}, packed: &packed.n}
	if path.Ext(name) == ".gz" {
		if text.r, err = gzip.NewReader(bufio.NewReader(packed)); err != nil {
			return unreadable(shown, err)
		}
	} else if inZip, ok := info.Sys().(*zip.FileHeader); ok {
		size := int(min(inZip.CompressedSize64, MaxRatings))
		text.packed = &size
	}
	r := bufio.NewReader(text)
	const byteOrderMark = "\ufeff" // which spreadsheets write
	if start, _ := r.Peek(len(byteOrderMark)); string(start) == byteOrderMark {
		_, _ = r.Discard(len(byteOrderMark)) // they are there
	}
	err = do(r)
	var line *lineError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &line):
		return fmt.Errorf("%s:%d: %w", shown, line.number, line.error)
	}
	return unreadable(shown, err)
}

// A counter counts what is read.
type counter struct {
	r io.Reader
	n int
}

// Read implements io.Reader.
func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += n
	return n, err
}

// unpacked is the text of a file that may be compressed: not much more of it than
// the file can be expected to hold.
type unpacked struct {
	counter
	packed *int // bytes of the file so far
}

// Read implements io.Reader.
func (u *unpacked) Read(p []byte) (int, error) {
	n, err := u.counter.Read(p)
	switch {
	case u.n > MaxRatings:
		return 0, fmt.Errorf("the file is too large, at most %d bytes are allowed, unpacked", MaxRatings)
	case u.n > atLeastUnpacked && u.n/MaxUnpacked > *u.packed:
		return 0, fmt.Errorf("the file unpacks to more than %d times its size", MaxUnpacked)
	}
	return n, err
}

// A lineError is something wrong in a line of a file.
type lineError struct {
	number int // from 1
	error
}

// eachLine calls do with every line that is not empty, without its line ending. The
// line is only valid during the call.
func eachLine(r io.Reader, do func(number int, line []byte) error) error {
	scanner := bufio.NewScanner(r)
	number := 0
	for scanner.Scan() {
		if number++; len(scanner.Bytes()) == 0 {
			continue
		}
		if err := do(number, scanner.Bytes()); err != nil {
			// What was read before a file broke off ends in the middle of a line.
			return cmp.Or(scanner.Err(), error(&lineError{number, err}))
		}
	}
	if errors.Is(scanner.Err(), bufio.ErrTooLong) {
		return &lineError{number + 1, fmt.Errorf("the line is too long: must be below %d bytes", bufio.MaxScanTokenSize)}
	}
	return scanner.Err()
}

func unreadable(name string, err error) error {
	return fmt.Errorf("%s: cannot be read: %w", name, declare.Reason(err))
}
