// Package files opens, decodes, locks and writes files.
package files

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"strconv"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"regretscope/noise/number"
	"regretscope/noise/param"
)

// MaxText is the maximum size in bytes of a scenario, a lesson or a script.
const MaxText = 1 << 20

// MaxLine is the maximum length in bytes of a line of commands or flags in scripts, lessons and plain mode.
const MaxLine = 1 << 16

// ReadText reads a file that a person wrote. Its errors do not name the file.
func ReadText(path string) ([]byte, error) { return ReadAll(OpenRegular(path)) }

// ReadGiven is ReadText for a path on a command line, which may also be a stream.
func ReadGiven(path string) ([]byte, error) { return ReadAll(OpenGiven(path)) }

// ReadAll reads and closes an open file, unless err, the error of opening it, is not nil.
func ReadAll(file io.ReadCloser, size int64, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, min(size, MaxText+1)))
	err = cmp.Or(err, Packed(text))
	if err == nil && len(text) <= MaxText {
		text, err = io.ReadAll(Decoded(bytes.NewReader(text)))
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("cannot be read: %w", Reason(err))
	case len(text) > MaxText:
		return nil, fmt.Errorf("the file is too large, at most %s bytes are allowed", number.Count(MaxText))
	case len(text) == 0:
		return nil, errEmpty
	case bytes.IndexByte(text, 0) >= 0:
		return nil, ErrNotUTF8
	}
	return text, nil
}

var errEmpty = errors.New("the file is empty")

// ErrNotUTF8 is the error for text in another encoding that no byte-order mark declares.
var ErrNotUTF8 = errors.New("must be text in UTF-8, perhaps it is UTF-16 or Latin-1: save it as UTF-8")

// Decoded returns a text as UTF-8. A byte-order mark declares UTF-16, which PowerShell's > writes.
func Decoded(text io.Reader) io.Reader {
	return transform.NewReader(text, unicode.BOMOverride(encoding.Nop.NewDecoder()))
}

// Packed returns an error if a file begins like one that a program other than gzip has compressed.
func Packed(start []byte) error {
	for begins, program := range map[string]string{"\xfd7zXZ\x00": "xz", "BZh": "bzip2", "\x28\xb5\x2f\xfd": "zstd", "PK\x03\x04": "zip"} {
		if bytes.HasPrefix(start, []byte(begins)) {
			return fmt.Errorf("the file is compressed with %s: unpack it, or use gzip", program)
		}
	}
	return nil
}

// MaxUnpacked is the maximum ratio of what a compressed file holds to its size.
const MaxUnpacked = 200

// atLeastUnpacked is the number of bytes that any compressed file may hold.
const atLeastUnpacked = 1 << 24

// Unpacked returns what a file holds, which may be compressed with gzip, whatever its name. Reading
// more than MaxUnpacked times what was read of a compressed file fails.
func Unpacked(file io.Reader) (io.Reader, error) {
	packed := &counted{Reader: file}
	buffered := bufio.NewReader(packed)
	start, _ := buffered.Peek(6)
	if bytes.HasPrefix(start, []byte("\x1f\x8b")) {
		text, err := gzip.NewReader(buffered)
		return &unpacked{counted{Reader: text}, packed}, err
	}
	return buffered, Packed(start)
}

// A counted reader counts the bytes read.
type counted struct {
	io.Reader
	n int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	return n, err
}

type unpacked struct {
	counted
	packed *counted
}

func (u *unpacked) Read(p []byte) (int, error) {
	n, err := u.counted.Read(p)
	if u.n > max(atLeastUnpacked, MaxUnpacked*u.packed.n) {
		return 0, fmt.Errorf("unpacks to more than %d times its size", MaxUnpacked)
	}
	return n, err
}

// Standard is the name of standard input or output where a file is expected.
const Standard = "-"

// IsStream reports whether a path is Standard or a pipe, which can be read only once.
func IsStream(path string) bool {
	info, err := os.Stat(path)
	return path == Standard || err == nil && info.Mode()&fs.ModeNamedPipe != 0
}

// OpenGiven is OpenRegular for a path on a command line, which may also be a stream. Opening a pipe
// waits for its writer.
func OpenGiven(path string) (file io.ReadCloser, size int64, err error) {
	const most = 1 << 40
	switch {
	case path == Standard:
		return io.NopCloser(os.Stdin), most, nil
	case !IsStream(path):
		return OpenRegular(path)
	}
	if file, err = os.Open(path); err != nil {
		err = fmt.Errorf("cannot be read: %w", Reason(err))
	}
	return file, most, err
}

// OpenRegular opens a file that a person wrote and returns its size in bytes, the most that the caller should read.
// It opens only regular files, because opening a pipe waits for its writer, and only files with a size, because some
// without one never end, such as /proc/kmsg. Its errors do not name the file.
func OpenRegular(path string) (file io.ReadCloser, size int64, err error) {
	return openRegular(path, os.Stat, os.Open)
}

// OpenBelow is OpenRegular for a name that another person wrote: it opens a file below a folder,
// and links cannot lead out of the folder.
func OpenBelow(folder, name string) (file io.ReadCloser, size int64, err error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, 0, fmt.Errorf("cannot be read: %w", Reason(err))
	}
	defer root.Close()
	return openRegular(name, root.Stat, root.Open)
}

func openRegular(
	path string, stat func(string) (os.FileInfo, error), open func(string) (*os.File, error),
) (file io.ReadCloser, size int64, err error) {
	info, err := stat(path)
	switch {
	case err != nil:
		return nil, 0, fmt.Errorf("cannot be read: %w", Reason(err))
	case info.IsDir():
		return nil, 0, errors.New("cannot be read: is a directory")
	case !info.Mode().IsRegular():
		return nil, 0, errors.New("cannot be read: must be a regular file, not a pipe or a device")
	case info.Size() == 0:
		return nil, 0, errEmpty
	}
	if file, err = open(path); err != nil {
		return nil, 0, fmt.Errorf("cannot be read: %w", Reason(err))
	}
	return file, info.Size(), nil
}

// Reason returns why a file operation failed, without the names of the system call and of the
// file, which the caller's message already has.
func Reason(err error) error {
	var onPath *fs.PathError
	var onLink *os.LinkError
	switch {
	case errors.As(err, &onPath):
		return onPath.Err
	case errors.As(err, &onLink):
		return onLink.Err
	}
	return err
}

// WriteCSV writes rows as comma-separated values. Every CSV file goes through it, so no cell
// can control a terminal or run as a spreadsheet's formula, wherever its text came from.
func WriteCSV(w io.Writer, rows iter.Seq[[]string]) error {
	lines := csv.NewWriter(w)
	for row := range rows {
		if err := lines.Write(param.Map(row, cell)); err != nil {
			return err
		}
	}
	lines.Flush()
	return lines.Error()
}

// cell returns a text as a cell of a CSV file. It replaces what a terminal could interpret, and
// puts a quotation mark before what a spreadsheet would take for a formula: anything that
// begins with one of four signs, in either width, and is not a number.
func cell(text string) string {
	text = param.Printable(text)
	begin := strings.TrimSpace(text)
	if begin == "" || !strings.ContainsRune("=+-@＝＋－＠", []rune(begin)[0]) {
		return text
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return text
	}
	return "'" + text
}
