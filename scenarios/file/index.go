package file

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"regretscope/noise/files"
	"regretscope/noise/number"
	"regretscope/noise/param"
)

// places maps fields such as "horizon", "arms[2]" and "phase[1].from" to lines (see
// param.FieldError).
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

// Decode decodes a TOML text strictly into a pointer. Errors are *Error, also for too many
// keys.
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

// note records the first line of a name.
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
