package record

import (
	"bufio"
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
	path   string
	file   *os.File
	places map[model.Unit]place
	size   int64 // up to the end of the last whole line
	cut    bool  // behind it stands a line that was not written to its end
}

// open reads through a file of records and checks every line. An error is a
// sentence that begins with the path. A last line without its end, as a killed
// process leaves it, is no error.
func open(path string, flag int) (*index, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: is no regular file", path)
	}
	file, err := os.OpenFile(path, flag, 0)
	if err != nil {
		return nil, plain(path, err)
	}
	x := &index{path: path, file: file, places: map[model.Unit]place{}}
	if err := x.read(); err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return x, nil
}

func (x *index) read() error {
	reader := bufio.NewReaderSize(x.file, 1<<20)
	for number := 1; ; number++ {
		text, err := readLine(reader)
		if errors.Is(err, io.EOF) {
			x.cut = len(text) > 0
			if number == 1 {
				return errors.New("is no file of records: it does not begin with their header")
			}
			return nil
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", number, declare.Reason(err))
		}
		length := int64(len(text))
		if number == 1 {
			if x.Header, err = decodeHeader(text[:length-1]); err != nil {
				return err
			}
		} else {
			f, err := x.decodeUnit(text[:length-1])
			if err != nil {
				return fmt.Errorf("line %d: %w", number, err)
			}
			if f != nil {
				x.places[f.Unit] = place{x.size, length}
			}
		}
		x.size += length
	}
}

// MaxLine is how many bytes a line may have; a unit with a million counts has ten
// million. It keeps a file of another kind from being read into memory.
const MaxLine = 1 << 28

var maxLine = MaxLine // smaller in tests

// readLine reads a line with its end. Where the file ends before, the error is
// io.EOF, and what there is of the line is returned too.
func readLine(r *bufio.Reader) (line []byte, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if line = append(line, part...); len(line) > maxLine {
			return nil, errLong(len(line))
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

func errLong(length int) error {
	return fmt.Errorf("the line has %d bytes or more, at most %d are allowed", length, maxLine)
}

// line is that of a unit that the index has, with its end.
func (x *index) line(u model.Unit) ([]byte, error) {
	p := x.places[u]
	text := make([]byte, p.length)
	_, err := x.file.ReadAt(text, p.offset)
	return text, plain(x.path, err)
}

// unit reads a unit that the index has.
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
