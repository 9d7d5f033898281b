package scenarios

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"regretscope/noise/declare"

	"github.com/pelletier/go-toml/v2"
)

// MaxFileSize is how many bytes a scenario file may have.
const MaxFileSize = 1 << 20

// A FileError is something wrong in a scenario file, and where.
type FileError struct {
	File string // as the user named it
	Line int    // from 1
	Err  error  // one sentence: what, and what is allowed
}

func (e *FileError) Error() string { return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err) }

// Unwrap implements the errors package's chain.
func (e *FileError) Unwrap() error { return e.Err }

// ReadFile reads a scenario file (TOML). What is wrong in it comes as a
// *FileError; any other error is about the file as a whole and begins with its
// name.
func ReadFile(path string) (*Scenario, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, MaxFileSize+1))
	switch {
	case err != nil:
		return nil, unreadable(path, err)
	case len(text) > MaxFileSize:
		return nil, fmt.Errorf("%s: the file is too large, at most %d bytes are allowed", path, MaxFileSize)
	}
	s, err := ParseFile(path, text)
	if err != nil {
		return nil, err
	}
	s.Reference = path
	if !isPath(path) {
		s.Reference = "." + string(os.PathSeparator) + path
	}
	return s, nil
}

// unreadable says why, without the name of a system call.
func unreadable(path string, err error) error {
	var inner *fs.PathError
	if errors.As(err, &inner) {
		err = inner.Err
	}
	return fmt.Errorf("%s: cannot be read: %w", path, err)
}

// ParseFile makes the scenario that the text of a file describes. The path
// stands in errors, and gives a scenario without a name its own.
func ParseFile(path string, text []byte) (*Scenario, error) {
	doc := &document{path: path}
	if err := doc.index(text); err != nil {
		return nil, err
	}
	var values map[string]any
	if err := toml.Unmarshal(text, &values); err != nil {
		return nil, doc.syntaxError(err)
	}
	root := table{doc: doc, values: values}
	s := readScenario(&root, strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))
	if doc.err != nil {
		return nil, doc.err
	}
	finished, err := s.finish()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return finished, nil
}

// syntaxError is what the TOML reader says, in our form.
func (d *document) syntaxError(err error) error {
	line := 1
	var decode *toml.DecodeError
	if errors.As(err, &decode) {
		line, _ = decode.Position()
	}
	text := strings.TrimPrefix(err.Error(), "toml: ")
	text, _, _ = strings.Cut(text, ": strconv.") // a name of the implementation's
	return &FileError{d.path, line, errors.New(declare.Printable(text))}
}
