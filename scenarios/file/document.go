package file

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

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

// encode returns the text of a file.
func (d *document) encode() (string, error) {
	var b strings.Builder
	err := toml.NewEncoder(&b).EnableMarshalerInterface().Encode(d)
	return b.String(), err
}

// A literal is a value as written in a file, including quotes, so that arms can be strings or
// numbers and vectors keep every digit.
type literal string

// UnmarshalTOML stores the value as written.
func (l *literal) UnmarshalTOML(data []byte) error { *l = literal(data); return nil }

// MarshalTOML returns the value as written.
func (l literal) MarshalTOML() ([]byte, error) { return []byte(l), nil }

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
