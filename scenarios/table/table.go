// Package table holds tables of rewards and reads them from CSV files: a header with the arms'
// names, and one row for each round.
package table

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"regretscope/noise/files"
	"regretscope/noise/memlimit"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios/matroid"
)

// Limits of a table, checked while it is read.
const (
	MaxArms  = matroid.MaxArms
	MaxRows  = 1e7
	MaxCells = 1 << 27
)

// A Table holds the rewards of every arm in every round, in [0,1]. It is immutable once read
// and safe for concurrent use.
type Table struct {
	Options
	Arms    []string // their names
	Indexed bool     // the first column has no name and is left out
	Rows    int
	Sum     string // SHA-256 of names and rewards, in hexadecimal

	slabs [][]float64 // slabRows rows each, row by row
}

// Options describe the file's numbers and columns.
type Options struct {
	Low, High float64  // range of the numbers, mapped to [0,1]
	Losses    bool     // a number x is a loss: the reward is 1 − x after the mapping
	Columns   []string // the columns of the arms, in this order; empty means all columns
}

// Plain returns the options of a file of rewards in [0,1].
func Plain() Options { return Options{High: 1} }

const slabRows = 1 << 12

// At returns the reward of an arm in a row, both from 0.
func (t *Table) At(arm, row int) float64 {
	return t.slabs[row/slabRows][row%slabRows*len(t.Arms)+arm]
}

// Copy copies an arm's rewards from a row on into out, and returns their sum in this order.
func (t *Table) Copy(arm, row int, out []float64) (sum float64) {
	k := len(t.Arms)
	for n := 0; n < len(out); {
		slab := t.slabs[(row+n)/slabRows][(row+n)%slabRows*k:]
		for i := arm; i < len(slab) && n < len(out); i += k {
			out[n] = slab[i]
			sum += slab[i]
			n++
		}
	}
	return sum
}

// A Column summarizes an arm's first rows.
type Column struct {
	Mean, Variance float64
	Low, High      float64 // the smallest and the largest reward
}

// Column summarizes an arm's first rows.
func (t *Table) Column(arm, rows int) Column {
	c := Column{Low: math.Inf(1), High: math.Inf(-1)}
	total := 0.0
	for row := range rows {
		x := t.At(arm, row)
		total += x
		c.Low, c.High = min(c.Low, x), max(c.High, x)
	}
	c.Mean = min(max(total/float64(rows), c.Low), c.High) // rounding must not leave [Low, High]
	squares := 0.0
	for row := range rows {
		d := t.At(arm, row) - c.Mean
		squares += d * d
	}
	c.Variance = squares / float64(rows)
	return c
}

// Bytes returns the size of the table in memory.
func (t *Table) Bytes() int { return len(t.slabs) * slabRows * len(t.Arms) * 8 }

// Range formats the range of the file's numbers.
func (o *Options) Range() string {
	return number.Format(o.Low) + " to " + number.Format(o.High)
}

// reward maps a number of the file to a reward.
func (o *Options) reward(x float64) float64 {
	x = (x - o.Low) / (o.High - o.Low)
	if o.Losses {
		return 1 - x
	}
	return x
}

// MaxRow is the maximum length of a row in bytes.
const MaxRow = 1 << 20

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

// ReadBelow is Read for a name in a scenario file, which describes the table. Links cannot lead out of the folder.
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
	p.limited = limited{Reader: files.Decoded(text), left: MaxRow}
	buffered := bufio.NewReaderSize(&p.limited, 1<<16)
	start, _ := buffered.Peek(1 << 14)
	p.rows, p.sum, p.line, p.next = csv.NewReader(buffered), sha256.New(), 1, 1
	p.rows.FieldsPerRecord, p.rows.ReuseRecord, p.rows.TrimLeadingSpace = -1, true, true
	if err := p.parse(quoted.ReplaceAll(start, nil)); err != nil {
		return nil, err
	}
	p.endSlab()
	p.t.Sum = hex.EncodeToString(p.sum.Sum(nil))
	return p.t, nil
}

// A limited reader returns errLong after a number of bytes.
type limited struct {
	io.Reader
	left int
}

var errLong = fmt.Errorf("the row is too long: at most %s bytes are allowed", number.Count(MaxRow))

func (l *limited) Read(b []byte) (int, error) {
	if l.left <= 0 {
		return 0, errLong
	}
	n, err := l.Reader.Read(b[:min(len(b), l.left)])
	l.left -= n
	return n, err
}

type parser struct {
	limited limited
	rows    *csv.Reader
	line    int // at which the current row begins, from 1
	next    int // at which the next row must begin
	names   []string
	place   []int // index of each column's arm, or −1
	width   int   // the number of columns up to the last that is chosen
	t       *Table
	slab    []float64 // the current slab, with its full capacity
	sum     hash.Hash
	bits    []byte // of the current slab
}

func (p *parser) failf(format string, arguments ...any) error {
	return &param.LineError{Line: p.line, Err: fmt.Errorf(format, arguments...)}
}

// quoted matches a cell in quotes, or a part of one that has quotes.
var quoted = regexp.MustCompile(`"[^"]*"`)

// foreign returns an error if the first line, without what is in quotes, shows that a file is not
// comma-separated values.
func (p *parser) foreign(line []byte) error {
	switch {
	case bytes.IndexByte(bytes.TrimRight(line, "\r"), '\r') >= 0:
		return p.failf("lines end in CR alone, as on old Macs: they must end in LF or CRLF")
	case bytes.HasPrefix(line, []byte("sep=")):
		return p.failf("%q is for Excel only: remove this line", line[:min(len(line), len("sep=,"))])
	case !bytes.Contains(line, []byte(",")) && bytes.ContainsAny(line, ";\t"):
		return p.failf("columns are separated by tabs or semicolons: they must be separated by commas")
	}
	return nil
}

// parse reads all rows. It is given the start of the file without what is in quotes.
func (p *parser) parse(start []byte) error {
	first, _, _ := bytes.Cut(start, []byte("\n"))
	if err := p.foreign(first); err != nil {
		return err
	}
	row, err := p.nextRow()
	if err == io.EOF {
		return p.failf("must be a header with the arms' names")
	} else if err != nil {
		return err
	}
	err = p.header(row)
	for err == nil {
		if row, err = p.nextRow(); err == nil {
			err = p.row(row)
		}
	}
	switch {
	case err == io.EOF && p.t.Rows == 0:
		return p.failf("no rows after the header: there must be at least one, one per round")
	case err == io.EOF:
		return nil
	case p.t.Rows <= 1 && bytes.HasPrefix(first, []byte("#")):
		p.line = 1
		return p.failf("must be a header with the arms' names: if this line is a comment, remove it")
	}
	return err
}

// nextRow returns the cells of the next row, valid until the next call, or io.EOF.
func (p *parser) nextRow() ([]string, error) {
	p.line, p.limited.left = p.next, MaxRow
	start := p.rows.InputOffset()
	row, err := p.rows.Read()
	var wrong *csv.ParseError
	switch {
	case errors.As(err, &wrong):
		p.line = wrong.StartLine
		return nil, p.failf("a quote is not closed, or not where it may be: " +
			"quotes must enclose the whole cell, and a quote in the cell must be doubled")
	case errors.Is(err, errLong):
		return nil, p.failf("%w", err)
	case err == io.EOF:
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("cannot be read: %w", files.Reason(err))
	}
	if line, _ := p.rows.FieldPos(0); line > p.line {
		return nil, p.failf("the line is empty: must be a row")
	}
	last, _ := p.rows.FieldPos(len(row) - 1)
	p.next = last + strings.Count(row[len(row)-1], "\n") + 1
	if p.rows.InputOffset()-start > MaxRow {
		return nil, p.failf("%w", errLong)
	}
	return row, nil
}

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

// maxName is the maximum length of an arm's name in bytes.
const maxName = 100

func (p *parser) header(row []string) error {
	for _, cell := range row {
		if err := p.addName(strings.Clone(strings.TrimSpace(cell))); err != nil {
			return err
		}
	}
	switch {
	case len(p.t.Columns) == 0 && areNumbers(p.names):
		return p.failf("must be a header with the arms' names, not numbers")
	case len(p.t.Columns) > 0: // whatever the others are called
	case isLog(p.names):
		return p.failf("a log of choices has only the rewards of the arms that were chosen: a table has a column for each arm")
	case isRatings(p.names):
		return p.failf("a list of ratings has a row for each rating: a table has a row for each round and a column for each arm")
	}
	return p.chooseColumns()
}

// areNumbers reports whether all names of the first line are numbers and not all of them are whole,
// so that the line cannot be a header.
func areNumbers(names []string) bool {
	noNumber := func(name string) bool { _, err := number.Parse(name); return err != nil }
	fraction := func(name string) bool { return strings.Contains(name, ".") }
	return !slices.ContainsFunc(names, noNumber) && slices.ContainsFunc(names, fraction)
}

// isRatings reports whether the columns are those of a list of ratings, as MovieLens has it.
func isRatings(names []string) bool {
	has := func(starts string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(strings.ToLower(name), starts) })
	}
	return len(names) <= 5 && has("user") && has("rating") && (has("movie") || has("item"))
}

// isLog reports whether the columns are those of a log of choices.
func isLog(names []string) bool {
	own := slices.Sorted(slices.Values(param.Map(names, strings.ToLower)))
	own = slices.DeleteFunc(own, func(name string) bool { return name == "" }) // an index
	return slices.Equal(own, []string{"arm", "reward"}) || slices.Equal(own, []string{"arm", "propensity", "reward"})
}

func (p *parser) addName(name string) error {
	column := len(p.names) + 1
	switch first := slices.Index(p.names, name) + 1; {
	case len(p.t.Columns) > 0 && !slices.Contains(p.t.Columns, name):
	case name == "" && column == 1: // the index of pandas
		p.t.Indexed = true
	case name == "":
		return p.failf("column %d: its name is missing", column)
	case !utf8.ValidString(name) || strings.Contains(name, "\x00"):
		return p.failf("column %d: its name %w", column, files.ErrNotUTF8)
	case len(name) > maxName || !param.IsPrintable(name):
		return p.failf("column %d: its name must be a text of at most %d bytes on one line", column, maxName)
	case first > 0:
		return p.failf("column %d: %q is the name of column %d too: each must have its own", column, name, first)
	case column > MaxArms && len(p.t.Columns) == 0:
		return p.failf("column %d: too many arms, at most %s are allowed", column, number.Count(MaxArms))
	}
	p.names = append(p.names, name)
	return nil
}

func (p *parser) chooseColumns() error {
	p.t.Arms = p.names
	if p.t.Indexed {
		p.t.Arms = p.names[1:]
	}
	if len(p.t.Columns) > 0 {
		p.t.Arms = p.t.Columns
	}
	if len(p.t.Arms) == 0 {
		return p.failf("must be a header with the arms' names")
	}
	for i, name := range p.names {
		p.place = append(p.place, slices.Index(p.t.Arms, name))
		if p.place[i] >= 0 {
			p.width = i + 1
		}
	}
	fmt.Fprintf(p.sum, "%q", p.t.Arms)
	for _, name := range p.t.Columns {
		if !slices.Contains(p.names, name) {
			return p.failf("there is no column %q%s", name, param.Printable(param.DidYouMean(name, p.names)))
		}
	}
	return nil
}

func (p *parser) row(row []string) error {
	values, err := p.addRow()
	if err != nil {
		return err
	}
	columns := len(p.place)
	switch cells := len(row); {
	case cells > columns && (len(p.t.Columns) == 0 || cells > columns+1 || strings.TrimSpace(row[columns]) != ""):
		return p.failf("%s, but the header has %s: if the numbers have decimal commas, write them with points",
			number.Plural(cells, "cell"), number.Count(columns))
	case cells < p.width:
		return p.failf("%s, but the header has %s", number.Plural(cells, "cell"), number.Count(columns))
	}
	for column, cell := range row[:p.width] {
		if p.place[column] < 0 {
			continue
		}
		cell = strings.TrimSpace(cell)
		x, ok := parseNumber(cell)
		if !ok {
			x, ok = truth(cell)
		}
		if !ok || x < p.t.Low || x > p.t.High {
			return p.badCell(column, cell, ok)
		}
		values[p.place[column]] = p.t.reward(x)
	}
	return nil
}

// badCell returns the error for an invalid cell; numeric reports whether it is a number.
func (p *parser) badCell(column int, cell string, numeric bool) error {
	const longest = 40
	text := param.Printable(cell[:min(len(cell), longest)])
	switch {
	case len(cell) == 0:
		text = "is missing"
	case numeric:
		text += " is outside the range"
	default:
		text = strconv.Quote(text) + " is not a number"
	}
	return p.failf("column %d (%s): %s: must be a number from %s", column+1, p.names[column], text, p.t.Range())
}

// parseNumber parses a finite decimal number and rounds it to the nearest float64.
func parseNumber(cell string) (x float64, ok bool) {
	if len(cell) == 0 || len(cell) > maxName {
		return 0, false
	}
	for i := range len(cell) {
		if c := cell[i]; c > '9' && c != 'e' && c != 'E' { // hexadecimal, an infinity, or not a number
			return 0, false
		}
	}
	x, err := strconv.ParseFloat(cell, 64)
	return x, err == nil
}

// truth parses a truth value as pandas, R, and spreadsheets write it.
func truth(cell string) (x float64, ok bool) {
	switch strings.ToLower(cell) {
	case "true":
		return 1, true
	case "false":
		return 0, true
	}
	return 0, false
}
