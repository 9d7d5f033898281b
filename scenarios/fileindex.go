package scenarios

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// Limits of a file's keys. They keep the index below from growing much faster
// than the file, and the TOML reader, which compares each key of a table with
// all others, from taking minutes.
const (
	maxKey  = 200    // bytes of a key with its tables
	maxKeys = 10_000 // keys and tables in a file
)

// A document is a scenario file while it is being read: where everything is
// written, and the first thing that is wrong.
type document struct {
	path  string
	lines map[string]int // of "horizon", "arms", "arms[2]", "phase[1]", "phase[1].arms[2]", …
	// decimals are, of lists in lists such as "matroid.vectors[2]", the entries
	// that have a decimal point or an exponent, as they are written.
	decimals map[string]map[int]string
	err      error
}

// indexer walks the syntax tree of a document.
type indexer struct {
	*document
	parser unstable.Parser
	ends   []int          // where lines end, as offsets into the text
	table  string         // the one that keys are in, with a dot behind it
	counts map[string]int // how many tables an array of tables has so far
	keys   int            // keys and tables so far
}

// index notes the line of every key, table and list entry, up to where a text
// is no longer TOML: that is for the TOML reader to say.
func (d *document) index(text []byte) error {
	d.lines, d.decimals = map[string]int{}, map[string]map[int]string{}
	x := indexer{document: d, counts: map[string]int{}}
	for offset, b := range text {
		if b == '\n' {
			x.ends = append(x.ends, offset)
		}
	}
	x.parser.Reset(text)
	for x.parser.NextExpression() {
		var err error
		switch node := x.parser.Expression(); node.Kind {
		case unstable.KeyValue:
			err = x.keyValue(x.table, node)
		case unstable.Table, unstable.ArrayTable:
			err = x.header(node)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// header enters [table] or [[table]].
func (x *indexer) header(node *unstable.Node) error {
	name, line, err := x.key("", node.Key())
	if err != nil {
		return err
	}
	if node.Kind == unstable.ArrayTable {
		x.counts[name]++
		name = fmt.Sprintf("%s[%d]", name, x.counts[name]-1)
	}
	x.note(name, line)
	x.table = name + "."
	return nil
}

func (x *indexer) keyValue(table string, node *unstable.Node) error {
	name, line, err := x.key(table, node.Key())
	if err != nil {
		return err
	}
	x.note(name, line)
	return x.value(name, node.Value(), line)
}

// value enters what is inside a list or an inline table.
func (x *indexer) value(name string, node *unstable.Node, line int) error {
	inside := node.Children()
	switch node.Kind {
	case unstable.Array:
		for i := 0; inside.Next(); i++ {
			entry, own := inside.Node(), fmt.Sprintf("%s[%d]", name, i)
			at := x.line(entry, line)
			x.note(own, at)
			// A list in a list says no more of where it is than the outer entry.
			switch entry.Kind {
			case unstable.Array:
				x.keepDecimals(own, entry.Children())
			case unstable.InlineTable:
				if err := x.value(own, entry, at); err != nil {
					return err
				}
			}
		}
	case unstable.InlineTable:
		for inside.Next() {
			if err := x.keyValue(name+".", inside.Node()); err != nil {
				return err
			}
		}
	}
	return nil
}

// keepDecimals keeps the decimals of a list as they are written.
func (x *indexer) keepDecimals(name string, entries unstable.Iterator) {
	for i := 0; entries.Next(); i++ {
		if node := entries.Node(); node.Kind == unstable.Float {
			if x.decimals[name] == nil {
				x.decimals[name] = map[int]string{}
			}
			x.decimals[name][i] = string(node.Data)
		}
	}
}

// key joins a dotted key with its table. Its tables are noted too: a key like
// matroid.kind may be the only mention of one.
func (x *indexer) key(table string, parts unstable.Iterator) (name string, line int, err error) {
	var words []string
	size := len(table)
	x.keys++
	for parts.Next() {
		part := parts.Node()
		if line == 0 {
			line = x.line(part, 0)
		}
		if size += len(part.Data) + 1; size > maxKey {
			return "", 0, &FileError{x.path, line, fmt.Errorf("a key is too long, at most %d bytes are allowed with its tables", maxKey)}
		}
		if x.keys > maxKeys {
			return "", 0, &FileError{x.path, line, fmt.Errorf("too many keys, at most %d are allowed", maxKeys)}
		}
		words = append(words, string(part.Data))
		x.note(table+strings.Join(words, "."), line)
	}
	return table + strings.Join(words, "."), line, nil
}

// note keeps the first line of a name.
func (x *indexer) note(name string, line int) {
	if _, known := x.lines[name]; !known {
		x.lines[name] = line
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
