package record

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"

	"regretscope/model"
	"regretscope/noise/declare"
)

// A place is where a unit's line stands.
type place struct{ offset, length int64 }

// An index is a file of records with the place of every unit in it.
type index struct {
	*Header
	path   string // as it was asked for
	file   *os.File
	places map[model.Unit]place
	size   int64 // up to the end of the last whole line
	cut    bool  // behind it stands a line that was not written to its end
	lost   Loss  // what is left out
}

// open reads through a file of records and checks every line. An error is a sentence that
// begins with the path. A last line without its end, as a killed process leaves it, is no
// error. With salvage, a header that replaces a damaged one, other damage is no error
// either.
func open(path string, salvage *Header) (*index, error) {
	if err := regular(path); err != nil {
		return nil, plain(path, err)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, plain(path, err)
	}
	x := &index{path: path, file: file, places: map[model.Unit]place{}, lost: Loss{Path: path}}
	if err := x.read(salvage); err != nil {
		file.Close()
		return nil, plain(path, err)
	}
	return x, nil
}

// regular refuses what is not a regular file: opening a pipe waits for its writer.
func regular(path string) error {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return cmp.Or(err, errors.New("is not a regular file"))
	}
	return nil
}

// linesOf reads as much of a file as it has now. Some that have a size of 0 never
// end, such as /proc/kmsg.
func linesOf(file *os.File) (*bufio.Reader, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	return bufio.NewReaderSize(io.LimitReader(file, info.Size()), 1<<20), nil
}

func (x *index) read(salvage *Header) error {
	reader, err := linesOf(x.file)
	if err != nil {
		return err
	}
	for number := 1; ; number++ {
		text, length, err := readLine(reader, salvage != nil)
		if errors.Is(err, io.EOF) {
			x.cut = length > 0
			if number == 1 {
				return errNoRecords
			}
			return nil
		}
		if err != nil {
			err = fmt.Errorf("line %d: %w", number, declare.Reason(err))
		} else {
			err = x.take(number, text)
		}
		if err != nil && salvage == nil {
			return err
		} else if err != nil {
			x.lost.add(number)
			x.Header = cmp.Or(x.Header, salvage)
		}
		x.size += length
	}
}

// take enters a line with its end.
func (x *index) take(number int, text []byte) (err error) {
	length := int64(len(text))
	if number == 1 {
		x.Header, err = decodeHeader(text[:length-1])
		return err
	}
	f, err := x.decodeUnit(text[:length-1])
	if err != nil {
		return fmt.Errorf("line %d: %w", number, err)
	}
	if f != nil {
		x.places[f.Unit] = place{x.size, length}
	}
	return nil
}

// MaxLine is how many bytes a line may have; a unit with a million counts has ten
// million. It keeps a file of another kind from being read into memory.
const MaxLine = 1 << 28

var maxLine = MaxLine // smaller in tests

// readLine reads a line with its end. Where the file ends before, the error is
// io.EOF. A line that is too long is read to its end only to skip it.
func readLine(r *bufio.Reader, skip bool) (line []byte, length int64, err error) {
	for {
		part, err := r.ReadSlice('\n')
		length += int64(len(part))
		if length <= int64(maxLine) {
			line = append(line, part...)
		} else if !skip || err == nil {
			return nil, length, errLong(length)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, length, err
		}
	}
}

func errLong(length int64) error {
	return fmt.Errorf("the line has %d bytes or more, at most %d are allowed", length, maxLine)
}

func (x *index) line(u model.Unit) ([]byte, error) {
	p := x.places[u]
	text := make([]byte, p.length)
	_, err := x.file.ReadAt(text, p.offset)
	return text, plain(x.path, err)
}

func (x *index) unit(u model.Unit) (*model.Finished, error) {
	text, err := x.line(u)
	if err != nil {
		return nil, err
	}
	f, err := x.decodeUnit(text[:len(text)-1])
	return f, plain(x.path, err)
}

// plain is an error of the file system as a sentence that begins with the path.
func plain(path string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", path, declare.Reason(err))
}
