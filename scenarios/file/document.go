package file

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"regretscope/noise/param"
	"regretscope/scenarios"
)

// A document is a scenario file as TOML has it, to decode and to encode.
type document struct {
	Name     literal       `toml:"name,omitempty"`
	Kind     literal       `toml:"kind,omitempty"`
	Feedback literal       `toml:"feedback,omitempty"`
	Horizon  literal       `toml:"horizon,omitempty"`
	Epsilon  literal       `toml:"epsilon,omitempty"`
	Arms     list          `toml:"arms,omitempty"`
	Labels   list          `toml:"labels,omitempty"`
	Channels list          `toml:"channels,omitempty"`
	Phases   []phase       `toml:"phase,omitempty"`
	Matroid  *matroidTable `toml:"matroid,omitempty"`

	// Of a table.
	File    literal `toml:"file,omitempty"`
	Holds   literal `toml:"holds,omitempty"`
	Range   list    `toml:"range,omitempty"`
	Order   literal `toml:"order,omitempty"`
	Columns list    `toml:"columns,omitempty"`
}

// A phase is one table [[phase]].
type phase struct {
	From literal `toml:"from"`
	Arms list    `toml:"arms"`
}

// A matroidTable is the table [matroid].
type matroidTable struct {
	Kind       literal `toml:"kind"`
	Vectors    lists   `toml:"vectors,omitempty"`
	Edges      lists   `toml:"edges,omitempty"`
	Rank       literal `toml:"rank,omitempty"`
	Blocks     lists   `toml:"blocks,omitempty"`
	Capacities list    `toml:"capacities,omitempty"`
	Sets       lists   `toml:"sets,omitempty"`
}

// shapes say of the keys that are no single value what they must be.
var shapes = map[string]string{
	"arms": aList, "labels": aList, "channels": aList, "capacities": aList, "range": aList, "columns": aList,
	"vectors": aListOfLists, "edges": aListOfLists, "blocks": aListOfLists, "sets": aListOfLists,
	"phase":   "must be written as tables, [[phase]]",
	"matroid": "must be a table, [matroid]",
}

const (
	aList        = "must be a list in square brackets"
	aListOfLists = "must be a list of lists in square brackets"
)

func decode(text []byte) (*document, error) {
	var d document
	return &d, param.DecodeTOML(toml.NewDecoder(bytes.NewReader(text)).EnableUnmarshalerInterface(), &d, shapes)
}

// encode writes the text of a file.
func (d *document) encode() (string, error) {
	var b strings.Builder
	err := toml.NewEncoder(&b).EnableMarshalerInterface().Encode(d)
	return b.String(), err
}

// A literal is one value as it is written in a file, quotes included: arms are
// strings or numbers, and entries of vectors are meant digit by digit.
type literal string

// UnmarshalTOML implements the TOML reader's interface.
func (l *literal) UnmarshalTOML(data []byte) error { *l = literal(data); return nil }

// MarshalTOML implements the TOML writer's interface.
func (l literal) MarshalTOML() ([]byte, error) { return []byte(l), nil }

// quoted returns a text as a literal. Go's escapes are TOML's for texts that can be
// shown.
func quoted(text string) literal { return literal(strconv.Quote(text)) }

// text returns the content of a string; ok is false if the literal is not a string.
func (l literal) text() (text string, ok bool) {
	if !strings.HasPrefix(string(l), `"`) && !strings.HasPrefix(string(l), "'") {
		return "", false
	}
	var v struct {
		Value string `toml:"value"`
	}
	err := toml.Unmarshal([]byte("value = "+string(l)), &v)
	return v.Value, err == nil
}

// whole returns a whole number; ok is false if the literal is not a whole number.
func (l literal) whole() (n int, ok bool) {
	x, err := strconv.ParseInt(string(l), 0, strconv.IntSize)
	return int(x), err == nil
}

// number returns a number, or +Inf; ok is false if the literal is neither.
func (l literal) number() (x float64, ok bool) {
	if n, ok := l.whole(); ok {
		return float64(n), true
	}
	x, err := param.ParseNumber(string(l))
	return x, err == nil
}

// content returns the text of a string, and of anything else how it is written.
func (l literal) content() string {
	if text, ok := l.text(); ok {
		return text
	}
	if n, ok := l.whole(); ok {
		return strconv.Itoa(n)
	}
	return strings.ReplaceAll(string(l), "_", "")
}

type (
	list  []literal
	lists []list
)

// MarshalTOML implements the TOML writer's interface.
func (l list) MarshalTOML() ([]byte, error) { return broken(l), nil }

// MarshalTOML implements the TOML writer's interface.
func (l lists) MarshalTOML() ([]byte, error) {
	return broken(param.Map(l, func(inner list) literal { return literal("[" + inner.joined(", ") + "]") })), nil
}

func (l list) joined(separator string) string {
	return strings.Join(param.Map(l, func(entry literal) string { return string(entry) }), separator)
}

// broken writes a list: a short one in a line, else one entry a line.
func broken(l list) []byte {
	const short = 60 // fits into any terminal, its key included
	if line := "[" + l.joined(", ") + "]"; len(line) <= short {
		return []byte(line)
	}
	return []byte("[\n  " + l.joined(",\n  ") + ",\n]")
}

// Limits of a file's keys. They keep the index from growing much faster than the
// file, and the TOML reader, which compares each key of a table with all others,
// from taking minutes.
const (
	maxKey  = 200 // bytes of a key with its tables
	maxKeys = 20 + 3*scenarios.MaxPhases
)
