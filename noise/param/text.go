package param

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// MaxText is how many bytes a file may have that a person wrote: a scenario, a
// lesson or a script.
const MaxText = 1 << 20

// MaxLine is how many bytes a line may have that is read as a command or as flags: of a
// script, of what a lesson does, and of plain mode.
const MaxLine = 1 << 16

// ReadText reads a file that a person wrote. Errors do not name the file.
func ReadText(path string) ([]byte, error) {
	file, size, err := OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, min(size, MaxText+1)))
	switch {
	case err != nil:
		return nil, fmt.Errorf("cannot be read: %w", Reason(err))
	case len(text) > MaxText:
		return nil, fmt.Errorf("the file is too large, at most %d bytes are allowed", MaxText)
	}
	return bytes.TrimPrefix(text, []byte(ByteOrderMark)), nil
}

// ByteOrderMark is what some editors and spreadsheets write before a text.
const ByteOrderMark = "\ufeff"

// OpenRegular opens a file that a person wrote and returns its size in bytes: no more is
// to be read. Only a regular file is opened, since opening a pipe waits for its writer,
// and only one with a size: some without never end, such as /proc/kmsg. Errors do not
// name the file.
func OpenRegular(path string) (file *os.File, size int64, err error) {
	return openRegular(path, os.Stat, os.Open)
}

// OpenBelow is OpenRegular for a name that another person wrote: of a file below a folder,
// from which no link leads out.
func OpenBelow(folder, name string) (file *os.File, size int64, err error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, 0, fmt.Errorf("cannot be read: %w", Reason(err))
	}
	defer root.Close()
	return openRegular(name, root.Stat, root.Open)
}

func openRegular(
	path string, stat func(string) (os.FileInfo, error), open func(string) (*os.File, error),
) (file *os.File, size int64, err error) {
	info, err := stat(path)
	switch {
	case err != nil:
		return nil, 0, fmt.Errorf("cannot be read: %w", Reason(err))
	case info.IsDir():
		return nil, 0, errors.New("cannot be read: is a directory")
	case !info.Mode().IsRegular():
		return nil, 0, errors.New("cannot be read: must be a regular file, not a pipe or a device")
	case info.Size() == 0:
		return nil, 0, errors.New("the file is empty")
	}
	if file, err = open(path); err != nil {
		return nil, 0, fmt.Errorf("cannot be read: %w", Reason(err))
	}
	return file, info.Size(), nil
}
