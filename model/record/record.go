// Package record keeps the finished units of an experiment in a file, from which every
// summary, plot and verdict is derived. A file is JSON Lines: a header with the design of
// the experiment, then one line per unit, in the order in which units were finished.
//
// Every line ends with a CRC-32C of the text before it. A line whose checksum does not match is counted and left out.
// A line is written by one system call and the file is synced every second: a killed process loses at most the units
// under way, a power failure at most the last second. One process writes a file at a time (see Lock); any number may
// read it meanwhile. Readers hold a file in memory.
package record

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
)

// Format is the version of the file format that this package writes.
const Format = 2

// A Header is the first line of a file.
type Header struct {
	Kind   string         `json:"regretscope"` // always "records"
	Format int            `json:"format"`
	Hash   string         `json:"hash"` // of the design: Design.Hash
	Shard  string         `json:"shard,omitempty"`
	Design *trials.Design `json:"design"`
	MadeBy *trials.Made   `json:"made_by,omitempty"` // nil: unknown
}

// kind distinguishes our files from others.
const kind = "records"

// A line is a finished unit as it stands in a file. Learner, Point and At
// follow from the design; they are there for people who read the lines alone.
type line struct {
	Hash    string `json:"hash"`
	Learner string `json:"learner"` // as --learner takes it
	Point   int    `json:"point"`
	At      []int  `json:"t"`
	*trials.Finished
}

func newHeader(d *trials.Design, s trials.Shard, by *trials.Made) *Header {
	h := &Header{Kind: kind, Format: Format, Hash: d.Hash(), Design: d, MadeBy: by}
	if s.Of > 0 {
		h.Shard = fmt.Sprintf("%d/%d", s.Part, s.Of)
	}
	return h
}

// An extension is a line that asks for more runs than the header, or for another precision.
type extension struct {
	Hash      string       `json:"hash"`
	Runs      int          `json:"runs"`
	Precision *float64     `json:"precision,omitempty"` // as Setup has it; nil: as before
	MadeBy    *trials.Made `json:"made_by,omitempty"`
}

func (h *Header) unitLine(f *trials.Finished) line {
	s := &h.Design.Series[f.Series]
	return line{Hash: h.Hash, Learner: s.Choice, Point: s.Point, At: s.At, Finished: f}
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

const checksumBytes = len(`,"crc":"00000000"}`)

// encode makes a line that ends with its checksum.
func encode(value any) ([]byte, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	body := text[:len(text)-1] // without the closing brace
	return append(append(body, checksum(body)...), '\n'), readable(text)
}

// Limits of a line, as an empty list takes 3 bytes of it and hundreds of memory.
const (
	maxNested = 250_000 // objects and lists
	maxValues = 4_000_000
)

// readable returns an error if a line would take too much memory to read.
func readable(text []byte) error {
	nested, values := bytes.Count(text, []byte("{"))+bytes.Count(text, []byte("[")), bytes.Count(text, []byte(","))
	if nested > maxNested || values > maxValues {
		return fmt.Errorf("a line of %s lists and %s values is too large: at most %s and %s are allowed",
			number.Count(nested), number.Count(values), number.Count(maxNested), number.Count(maxValues))
	}
	return nil
}

func checksum(body []byte) []byte {
	return fmt.Appendf(nil, ",\"crc\":\"%08x\"}", crc32.Checksum(body, castagnoli))
}

var errDamaged = errors.New("the line was changed or damaged: its checksum does not match")

// sound reports whether a line without its end has the right checksum.
func sound(text []byte) bool {
	body := text[:max(0, len(text)-checksumBytes)]
	return bytes.Equal(text[len(body):], checksum(body))
}

// decode checks a line without its end and reads it.
func decode(text []byte, value any) error {
	if !sound(text) {
		return errDamaged
	}
	if err := readable(text); err != nil {
		return err
	}
	return json.Unmarshal(text, value)
}

var errNoRecords = errors.New("is not a file of records: its first line is not a header")

// decodeHeader reads the first line of a file.
func decodeHeader(text []byte) (*Header, error) {
	var kinds struct {
		Kind   string `json:"regretscope"`
		Format int    `json:"format"`
		Design struct {
			Version string `json:"version"`
		} `json:"design"`
	}
	if err := json.Unmarshal(text, &kinds); err != nil || kinds.Kind != kind {
		return nil, errNoRecords
	}
	if kinds.Format != Format {
		return nil, fmt.Errorf("holds records of format %d, and this program reads format %d: use the version that wrote "+
			"them, %s", kinds.Format, Format, param.Printable(kinds.Design.Version))
	}
	var h Header
	if err := decode(text, &h); err != nil {
		return nil, fmt.Errorf("line 1: %w; without its header no line can be read", err)
	}
	if h.Design == nil || h.Hash != h.Design.Hash() {
		return nil, errors.New("line 1: the header's hash does not match its design: another version of this " +
			"program wrote it")
	}
	if !h.possible() || !printable(text) {
		return nil, errors.New("line 1: not a design that this program writes")
	}
	return &h, nil
}

// mostRuns returns how many runs an experiment of this design can have.
func (h *Header) mostRuns() int {
	measured := 0
	for i := range h.Design.Series {
		measured += len(h.Design.Series[i].At)
	}
	return min(trials.MaxRuns, trials.MaxMeasurements/measured)
}

// possible reports whether an experiment can have these series, arms and runs. Counting and
// showing units relies on it.
func (h *Header) possible() bool {
	c := &h.Design.Setup
	learners := len(c.Learners)
	if learners == 0 || len(h.Design.Series) != learners*max(1, len(c.Points)) {
		return false
	}
	for i, s := range h.Design.Series {
		if s.Point != i/learners || s.Arms < 1 || s.Arms > scenarios.MaxArms ||
			len(s.At) == 0 || len(s.At) > trials.MaxReported ||
			!s.Floor.Possible(len(s.At)) {
			return false
		}
	}
	return 1 <= c.Runs && c.Runs <= h.mostRuns()
}

// shard returns the part of the experiment that the file is for; 1 of 1 if it is not a shard.
func (h *Header) shard() trials.Shard {
	var part, of int
	if n, _ := fmt.Sscanf(h.Shard, "%d/%d", &part, &of); n < 2 || of < 1 {
		return trials.Shard{Part: 1, Of: 1}
	}
	return trials.Shard{Part: part, Of: min(of, trials.MaxShards)}
}

// printable reports whether a terminal can show all texts of a line.
func printable(line []byte) bool {
	for d := json.NewDecoder(bytes.NewReader(line)); ; {
		token, err := d.Token()
		if text, ok := token.(string); err != nil || ok && !param.IsPrintable(text) {
			return errors.Is(err, io.EOF)
		}
	}
}

// decodeUnit reads the line of a unit and checks it against the design. An extension changes
// the design and has no unit.
func (h *Header) decodeUnit(text []byte) (*trials.Finished, error) {
	var l struct {
		line
		Runs      int          `json:"runs"`
		Precision *float64     `json:"precision"`
		MadeBy    *trials.Made `json:"made_by"`
	}
	if err := decode(text, &l); err != nil {
		return nil, err
	}
	if l.Hash != h.Hash {
		return nil, fmt.Errorf("the line belongs to the design %s, and the header to %s", l.Hash, h.Hash)
	}
	f := l.Finished
	if f == nil && l.Runs > 0 && l.Runs <= h.mostRuns() {
		config := &h.Design.Setup
		config.Runs = max(config.Runs, l.Runs)
		if l.Precision != nil {
			config.Precision = *l.Precision
		}
		h.MadeBy = cmp.Or(l.MadeBy, h.MadeBy)
		return nil, nil
	}
	if f == nil || f.Series < 0 || f.Series >= len(h.Design.Series) || f.Run < 0 || f.Run >= trials.MaxRuns {
		return nil, errors.New("the design has no such unit")
	}
	s := &h.Design.Series[f.Series]
	for _, n := range []int{
		len(f.Regret), len(f.Return), len(f.CostliestRound), len(f.OtherNotions), len(f.User), len(f.Pulls),
	} {
		if n != len(s.At) {
			return nil, fmt.Errorf("the unit does not have %s reported rounds", number.Count(len(s.At)))
		}
	}
	if len(f.Roots) != 0 && len(f.Roots) != len(s.At) {
		return nil, errors.New("the unit does not have the regret at the root of each reported round")
	}
	for _, pulls := range f.Pulls {
		if len(pulls) != s.Arms {
			return nil, fmt.Errorf("the unit does not have %s arms", number.Count(s.Arms))
		}
	}
	return f, nil
}
