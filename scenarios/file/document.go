package file

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"regretscope/noise/files"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
	"regretscope/scenarios/matroid"
)

// A document is the TOML form of a scenario file.
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

	// For tables of rewards.
	File    literal `toml:"file,omitempty"`
	Holds   literal `toml:"holds,omitempty"`
	Range   list    `toml:"range,omitempty"`
	Order   literal `toml:"order,omitempty"`
	Columns list    `toml:"columns,omitempty"`
}

type phase struct {
	From literal `toml:"from"`
	Arms list    `toml:"arms"`
}

type matroidTable struct {
	Kind       literal `toml:"kind"`
	Vectors    lists   `toml:"vectors,omitempty"`
	Edges      lists   `toml:"edges,omitempty"`
	Rank       literal `toml:"rank,omitempty"`
	Blocks     lists   `toml:"blocks,omitempty"`
	Capacities list    `toml:"capacities,omitempty"`
	Sets       lists   `toml:"sets,omitempty"`
}

// shapes describes the required form of keys that are not single values.
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

func decode(text []byte) (d document, written places, err error) {
	if written, err = index(text); err == nil {
		err = files.DecodeTOML(text, toml.NewDecoder(bytes.NewReader(text)).EnableUnmarshalerInterface(), &d, shapes)
	}
	return d, written, err
}

func (d *document) encode() (string, error) {
	var b strings.Builder
	err := toml.NewEncoder(&b).EnableMarshalerInterface().Encode(d)
	return b.String(), err
}

// A literal is a value as written in a file, including quotes, so that arms can be strings or
// numbers and vectors keep every digit.
type literal string

func (l *literal) UnmarshalTOML(data []byte) error { *l = literal(data); return nil }
func (l literal) MarshalTOML() ([]byte, error)     { return []byte(l), nil }

// quoted returns a text as a literal. For printable texts, Go's escapes are valid TOML.
func quoted(text string) literal { return literal(strconv.Quote(text)) }

// text returns the content of a string; ok is false for other literals.
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

// whole returns a whole number; ok is false for other literals.
func (l literal) whole() (n int, ok bool) {
	x, err := strconv.ParseInt(string(l), 0, strconv.IntSize)
	return int(x), err == nil
}

// number returns a number or +Inf; ok is false for other literals.
func (l literal) number() (x float64, ok bool) {
	if n, ok := l.whole(); ok {
		return float64(n), true
	}
	x, err := number.Parse(string(l))
	return x, err == nil
}

// content returns the content of a string, or any other literal as written.
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

// MarshalTOML returns the list on one line if it fits.
func (l list) MarshalTOML() ([]byte, error) { return broken(l), nil }

// MarshalTOML returns the lists, each on one line.
func (l lists) MarshalTOML() ([]byte, error) {
	return broken(param.Map(l, func(inner list) literal { return literal("[" + inner.joined(", ") + "]") })), nil
}

func (l list) joined(separator string) string {
	return strings.Join(param.Map(l, func(entry literal) string { return string(entry) }), separator)
}

// broken formats a short list on one line and a long list with one entry a line.
func broken(l list) []byte {
	const short = 60 // fits in any terminal, including the key
	if line := "[" + l.joined(", ") + "]"; len(line) <= short {
		return []byte(line)
	}
	return []byte("[\n  " + l.joined(",\n  ") + ",\n]")
}

// Limits of a file's keys. They bound the size of the index and the time of the TOML reader,
// which compares each key of a table with all others.
const (
	maxKey  = 200 // bytes of a key with its tables
	maxKeys = 20 + 4*scenarios.MaxPhases
)

// Format returns the text of a file that Parse reads as the same scenario, except its paper and
// summary. It returns an error if no file can describe the scenario.
func Format(s *scenarios.Scenario) (string, error) {
	switch {
	case s.SharedDraws && s.Rows == nil:
		return "", fmt.Errorf("the arms of %s are drawn together, which scenario files do not support", s.Name)
	case !showable(s.Name):
		return "", fmt.Errorf("name: %s", allowedText)
	case !allShowable(s.Labels):
		return "", fmt.Errorf("labels: each %s", allowedText)
	case s.Rows != nil && !showable(s.Rows.File):
		return "", fmt.Errorf("file: %s", allowedText)
	}
	if graph, ok := s.Matroid.(*matroid.Graphic); ok && !allShowable(graph.Nodes()) { // the graph may not come from a file
		return "", fmt.Errorf("edges: a node's name %s", allowedText)
	}
	d := document{
		Name: quoted(s.Name), Kind: quoted(string(s.Kind)), Feedback: quoted(string(s.Feedback)),
		Horizon: whole(s.Horizon), Epsilon: literal(number.Format(s.Epsilon)),
		Labels: param.Map(s.Labels, quoted), Channels: param.Map(s.Channels, quoted),
	}
	switch s.Kind {
	case scenarios.Changing:
		for _, p := range s.Phases {
			d.Phases = append(d.Phases, phase{whole(p.From), param.Map(p.Arms, quotedLaw)})
		}
	case scenarios.TableKind:
		d.writeTable(s.Rows, s.Labels)
	default:
		d.Arms = param.Map(s.Phases[0].Arms, quotedLaw)
	}
	if s.Matroid != nil {
		d.Matroid = newMatroidTable(s.Matroid)
	}
	return d.encode()
}

func allShowable(texts []string) bool {
	return !slices.ContainsFunc(texts, func(text string) bool { return !showable(text) })
}

func whole(n int) literal { return literal(strconv.Itoa(n)) }

func wholes(values []int) list { return param.Map(values, whole) }

func quotedLaw(law arm.Distribution) literal { return quoted(law.String()) }

// wholeOrQuoted writes a whole number without quotes if reading it returns the same text.
func wholeOrQuoted(text string) literal {
	if n, err := strconv.Atoi(text); err == nil && n >= 0 && strconv.Itoa(n) == text {
		return literal(text)
	}
	return quoted(text)
}

// plainOrQuoted writes a number without quotes if reading it returns the same text.
func plainOrQuoted(text string) literal {
	if x, err := strconv.ParseFloat(text, 64); err == nil && strconv.FormatFloat(x, 'g', -1, 64) == text &&
		literal(text).content() == text {
		return literal(text)
	}
	return quoted(text)
}

// places maps fields such as "horizon", "arms[2]" and "phase[1].from" to lines (see param.FieldError).
type places map[string]int

// at adds a line to an error without a place: that of its field, or of the innermost table or list
// of the field that is written.
func (p places) at(path string, err error) error {
	var elsewhere *Error
	var field *param.FieldError
	var line *param.LineError
	switch {
	case errors.As(err, &elsewhere):
		return elsewhere
	case errors.As(err, &line):
		return &Error{path, line.Line, line.Err}
	case errors.As(err, &field):
		for name := field.Field; name != ""; name = name[:max(0, strings.LastIndexAny(name, ".["))] {
			if p[name] > 0 {
				return &Error{path, p[name], field.Err}
			}
		}
	}
	return &Error{path, 1, err}
}

// Locate adds a line to an error about a TOML text: the line of a param.LineError, or that of a
// param.FieldError's field or of the innermost table of the field that is written, or line 1.
func Locate(path string, text []byte, err error) error {
	written, _ := index(text)
	return written.at(path, err)
}

// Decode decodes a TOML text strictly into a pointer. Errors are *Error, also for too many keys.
func Decode(path string, text []byte, into any) error {
	written, err := index(text)
	if err == nil {
		err = files.DecodeTOML(text, toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields(), into, nil)
	}
	if err != nil {
		return written.at(path, err)
	}
	return nil
}

// An indexer walks the syntax tree of a file.
type indexer struct {
	places
	parser unstable.Parser
	ends   []int          // offsets of line ends
	counts map[string]int // number of tables so far in each array of tables
	keys   int            // number of keys and tables so far
}

// index records the lines of a text until the TOML is invalid, which the TOML reader reports.
func index(text []byte) (places, error) {
	x := indexer{places: places{}, counts: map[string]int{}}
	for offset, b := range text {
		if b == '\n' {
			x.ends = append(x.ends, offset)
		}
	}
	x.parser.Reset(text)
	table := ""
	for x.parser.NextExpression() {
		node := x.parser.Expression()
		if node.Kind == unstable.KeyValue {
			if err := x.keyValue(table, node); err != nil {
				return x.places, err
			}
			continue
		}
		name, line, err := x.key("", node)
		if err != nil {
			return x.places, err
		}
		x.note(name+".", line) // marks a table, even without keys
		if node.Kind == unstable.ArrayTable {
			x.counts[name]++
			name = fmt.Sprintf("%s[%d]", name, x.counts[name]-1)
			x.note(name, line)
		}
		table = name + "."
	}
	return x.places, nil
}

func (x *indexer) keyValue(table string, node *unstable.Node) error {
	name, line, err := x.key(table, node)
	if err != nil {
		return err
	}
	return x.value(name, node.Value(), line)
}

// value records the entries of a list and the keys of an inline table.
func (x *indexer) value(name string, node *unstable.Node, line int) error {
	inside := node.Children()
	for i := 0; inside.Next(); i++ {
		var err error
		switch entry := inside.Node(); {
		case node.Kind == unstable.InlineTable:
			err = x.keyValue(name+".", entry)
		case node.Kind == unstable.Array:
			own, at := fmt.Sprintf("%s[%d]", name, i), x.line(entry, line)
			x.note(own, at)
			if entry.Kind == unstable.InlineTable {
				err = x.value(own, entry, at)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// key records a key and its dotted tables, which may appear nowhere else.
func (x *indexer) key(table string, node *unstable.Node) (name string, line int, err error) {
	parts := node.Key()
	for name = table; parts.Next(); name += "." {
		part := parts.Node()
		line = max(line, x.line(part, 1))
		if x.keys++; x.keys > maxKeys {
			return "", 0, &param.LineError{Line: line, Err: fmt.Errorf("too many keys, at most %s are allowed",
				number.Count(maxKeys))}
		}
		if name += string(part.Data); len(name) > maxKey {
			return "", 0, &param.LineError{Line: line, Err: fmt.Errorf("a key is too long, "+
				"at most %d bytes are allowed with its tables", maxKey)}
		}
		if len(part.Data) == 0 || bytes.ContainsAny(part.Data, ".[]") { // only quoted keys can be, and fields are not quoted
			return "", 0, &param.LineError{Line: line, Err: fmt.Errorf("%q: no such key", param.Printable(string(part.Data)))}
		}
		x.note(name, line)
	}
	return strings.TrimSuffix(name, "."), line, nil
}

func (x *indexer) note(name string, line int) {
	if _, known := x.places[name]; !known {
		x.places[name] = line
	}
}

// line returns the line of a node. A list has no line, but its entries do.
func (x *indexer) line(node *unstable.Node, otherwise int) int {
	for node != nil && node.Kind == unstable.Array {
		node = node.Child()
	}
	if node == nil || node.Raw.Length == 0 {
		return otherwise
	}
	before, _ := slices.BinarySearch(x.ends, int(node.Raw.Offset))
	return before + 1
}
