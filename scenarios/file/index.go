package file

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"regretscope/noise/param"
)

// places are the lines of keys, tables and list entries, by fields such as
// "horizon", "arms[2]" and "phase[1].from" (see param.FieldError).
type places map[string]int

// at returns an error its place in the file: the line of its field or, where that is
// not written, of what it is part of. One that has a place keeps it.
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

// Locate returns an error about a TOML text its place in the file: the line of a
// param.LineError; that of the field of a param.FieldError, or of what the field is
// part of; else the first line.
func Locate(path string, text []byte, err error) error {
	written, _ := index(text)
	return written.at(path, err)
}

// Decode decodes a TOML text that a person wrote into what a pointer points to, strictly.
// What is wrong comes as an *Error, too many keys for the TOML reader included.
func Decode(path string, text []byte, into any) error {
	written, err := index(text)
	if err == nil {
		err = param.DecodeTOML(toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields(), into, nil)
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
	ends   []int          // where lines end, as offsets into the text
	counts map[string]int // how many tables an array of tables has so far
	keys   int            // keys and tables so far
}

// index notes where things are written, up to where a text is no longer TOML: that
// is for the TOML reader to say.
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
		x.note(name+".", line) // that it is a table, even without keys
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

// value notes the entries of a list and the keys of an inline table.
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

// key notes a key, and the tables of a dotted one: it may be their only mention.
func (x *indexer) key(table string, node *unstable.Node) (name string, line int, err error) {
	parts := node.Key()
	for name = table; parts.Next(); name += "." {
		part := parts.Node()
		line = max(line, x.line(part, 1))
		if x.keys++; x.keys > maxKeys {
			return "", 0, &param.LineError{Line: line, Err: fmt.Errorf("too many keys, at most %d are allowed", maxKeys)}
		}
		if name += string(part.Data); len(name) > maxKey {
			return "", 0, &param.LineError{Line: line, Err: fmt.Errorf("a key is too long, at most %d bytes are allowed with its tables", maxKey)}
		}
		if len(part.Data) == 0 || bytes.ContainsAny(part.Data, ".[]") { // as only quoted keys can be, and fields are not
			return "", 0, &param.LineError{Line: line, Err: fmt.Errorf("%q: no such key", param.Printable(string(part.Data)))}
		}
		x.note(name, line)
	}
	return strings.TrimSuffix(name, "."), line, nil
}

// note keeps the first line of a name.
func (x *indexer) note(name string, line int) {
	if _, known := x.places[name]; !known {
		x.places[name] = line
	}
}

// line is where a node begins. A list does not know it, but what is in it does.
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
