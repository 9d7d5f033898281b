package param

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"regretscope/noise/number"
)

// MaxText is the maximum size in bytes of a scenario, a lesson or a script.
const MaxText = 1 << 20

// MaxLine is the maximum length in bytes of a line of commands or flags in scripts, lessons and
// plain mode.
const MaxLine = 1 << 16

// ReadText reads a file that a person wrote. Its errors do not name the file.
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
		return nil, fmt.Errorf("the file is too large, at most %s bytes are allowed", number.Count(MaxText))
	}
	return bytes.TrimPrefix(text, []byte(ByteOrderMark)), nil
}

// ByteOrderMark begins some editors' and spreadsheets' texts.
const ByteOrderMark = "\ufeff"

// OpenRegular opens a file that a person wrote and returns its size in bytes, the most that the
// caller should read. It opens only regular files, because opening a pipe waits for its writer,
// and only files with a size, because some without one never end, such as /proc/kmsg. Its
// errors do not name the file.
func OpenRegular(path string) (file *os.File, size int64, err error) {
	return openRegular(path, os.Stat, os.Open)
}

// OpenBelow is OpenRegular for a name that another person wrote: it opens a file below a folder,
// and links cannot lead out of the folder.
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
