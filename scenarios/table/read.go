package table

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"math"
	"slices"
	"strings"

	"regretscope/noise/files"
	"regretscope/noise/memlimit"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// MaxLine is the maximum length of a line in bytes.
const MaxLine = 1 << 20

// IsName reports whether a path is a table's: it ends in .csv or .csv.gz.
func IsName(path string) bool {
	path = strings.ToLower(path)
	return strings.HasSuffix(path, ".csv") || strings.HasSuffix(path, ".csv.gz")
}

// Check returns a *param.FieldError if the options are invalid.
func (o *Options) Check() error {
	if !(o.Low < o.High) || math.IsInf(o.High-o.Low, 0) {
		return param.Refuse("range", "range: must be two finite numbers, the smaller one first, not %s", o.Range())
	}
	for i, name := range o.Columns {
		if slices.Contains(o.Columns[:i], name) {
			return param.Refuse(fmt.Sprintf("columns[%d]", i), "columns: %q is named twice", name)
		}
	}
	if len(o.Columns) > MaxArms {
		return param.Refuse("columns", "columns: %s are too many, at most %s are allowed",
			number.Count(len(o.Columns)), number.Count(MaxArms))
	}
	return nil
}

// Read reads and closes an open file of rewards in [0,1], which may be compressed, unless err, the error
// of opening it, is not nil. An error in a line is a *param.LineError, which also names the column of a
// cell. Errors do not name the file.
func Read(file io.ReadCloser, size int64, err error) (*Table, error) {
	return (&parser{t: &Table{Options: Plain()}}).read(file, size, err)
}

// ReadBelow is Read for a name in a scenario file, which describes the table. Links cannot lead out
// of the folder.
func ReadBelow(folder, name string, o Options) (*Table, error) {
	file, size, err := files.OpenBelow(folder, name)
	return (&parser{t: &Table{Options: o}}).read(file, size, err)
}

func (p *parser) read(file io.ReadCloser, size int64, err error) (*Table, error) {
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := files.Unpacked(io.LimitReader(file, size))
	if err != nil {
		return nil, fmt.Errorf("cannot be read: %w", files.Reason(err))
	}
	return p.table(text)
}

// Parse parses the text of a file. Its errors are those of Read.
func Parse(text io.Reader, o Options) (*Table, error) {
	return (&parser{t: &Table{Options: o}}).table(text)
}

func (p *parser) table(text io.Reader) (*Table, error) {
	p.text, p.sum = bufio.NewReaderSize(files.Decoded(text), MaxLine), sha256.New()
	if err := p.parse(); err != nil {
		return nil, err
	}
	p.endSlab()
	p.t.Sum = hex.EncodeToString(p.sum.Sum(nil))
	return p.t, nil
}

// A parser reads a table line by line.
type parser struct {
	text   *bufio.Reader
	line   int  // number of the current line, from 1
	quoted bool // the line contains a quote
	names  []string
	place  []int // index of each column's arm, or −1
	width  int   // the number of columns that are read, up to the last that is chosen
	t      *Table
	slab   []float64 // the current slab, with its full capacity
	sum    hash.Hash
	bits   []byte // of the current slab
}

func (p *parser) failf(format string, arguments ...any) error {
	return &param.LineError{Line: p.line, Err: fmt.Errorf(format, arguments...)}
}

func (p *parser) parse() error {
	line, err := p.next()
	if err == io.EOF {
		p.line = 1
		return p.failf("must be a header with the arms' names")
	} else if err != nil {
		return err
	}
	if err := p.header(line); err != nil {
		return err
	}
	for {
		line, err := p.next()
		switch {
		case err == io.EOF && p.t.Rows == 0:
			return p.failf("no rows after the header: there must be at least one, one per round")
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		if err := p.row(line); err != nil {
			return err
		}
	}
}

// next returns the next line without its ending, valid until the next call, or io.EOF if only
// empty lines remain.
func (p *parser) next() ([]byte, error) {
	for empty := 0; ; {
		line, err := p.text.ReadSlice('\n')
		p.line++
		switch {
		case p.names == nil && bytes.IndexByte(bytes.TrimRight(line, "\r\n"), '\r') >= 0:
			return nil, p.failf("lines end in CR alone, as on old Macs: they must end in LF or CRLF")
		case err == bufio.ErrBufferFull:
			return nil, p.failf("the line is too long: at most %s bytes are allowed", number.Count(MaxLine))
		case err != nil && err != io.EOF:
			return nil, fmt.Errorf("cannot be read: %w", files.Reason(err))
		case err != nil && len(line) == 0:
			return nil, err
		}
		line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
		switch {
		case len(line) == 0 && empty == 0:
			empty = p.line
		case len(line) > 0 && empty > 0:
			p.line = empty
			return nil, p.failf("the line is empty: must be a row")
		case len(line) > 0:
			p.quoted = bytes.IndexByte(line, '"') >= 0
			return line, nil
		}
	}
}

// addRow appends a row.
func (p *parser) addRow() ([]float64, error) {
	k := len(p.t.Arms)
	switch {
	case p.t.Rows == MaxRows:
		return nil, p.failf("the table has too many rows, at most %s are allowed", number.Count(MaxRows))
	case (p.t.Rows+1)*k > MaxCells:
		return nil, p.failf("the table has too many cells, at most %s are allowed", number.Count(MaxCells))
	}
	if len(p.slab) == cap(p.slab) {
		p.endSlab()
		if size := p.t.Bytes() + slabRows*k*8; size > memlimit.Room() {
			return nil, p.failf("the table %s", memlimit.Refusal(size))
		}
		p.slab = make([]float64, 0, slabRows*k)
		p.t.slabs = append(p.t.slabs, nil)
	}
	p.t.Rows++
	p.slab = p.slab[:len(p.slab)+k]
	return p.slab[len(p.slab)-k:], nil
}

// endSlab stores the current slab and adds it to the checksum.
func (p *parser) endSlab() {
	if p.slab == nil {
		return
	}
	p.t.slabs[len(p.t.slabs)-1] = p.slab
	p.bits = p.bits[:0]
	for _, x := range p.slab {
		p.bits = binary.LittleEndian.AppendUint64(p.bits, math.Float64bits(x))
	}
	p.sum.Write(p.bits)
}
