package scenarios

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"regretscope/noise/declare"
)

// A table is one table of a scenario file. Its methods read values by key,
// give the default where there is none, and note in the document what is
// wrong; who reads asks for doc.err once, at the end.
type table struct {
	doc    *document
	prefix string // "", "matroid." or "phase[1]."
	values map[string]any
}

// failf notes what is wrong with a key, unless something was before.
func (t *table) failf(key, format string, arguments ...any) {
	if t.doc.err == nil {
		line := max(t.doc.lines[t.prefix+key], t.doc.lines[strings.TrimSuffix(t.prefix, ".")], 1)
		t.doc.err = &FileError{t.doc.path, line, fmt.Errorf(format, arguments...)}
	}
}

// only refuses keys that are not among the known ones; elsewhere are keys that
// exist, but not for this kind of scenario.
func (t *table) only(of string, known, elsewhere []string) {
	var unknown []string
	for key := range t.values {
		if !slices.Contains(known, key) {
			unknown = append(unknown, key)
		}
	}
	if len(unknown) == 0 {
		return
	}
	slices.SortFunc(unknown, func(a, b string) int { return t.doc.lines[t.prefix+a] - t.doc.lines[t.prefix+b] })
	key, there := unknown[0], strings.Join(known, ", ")
	if slices.Contains(elsewhere, key) {
		t.failf(key, "%s: not a key of %s (there is %s)", key, of, there)
		return
	}
	t.failf(key, "%s: no such key of %s%s (there is %s)", declare.Printable(key), of, declare.DidYouMean(key, known), there)
}

func (t *table) has(key string) bool { return t.values[key] != nil }

// text reads a string of at most 100 bytes that can be shown in a line.
func (t *table) text(key, otherwise string) string {
	value, ok := t.values[key]
	if !ok {
		return otherwise
	}
	text, ok := value.(string)
	if !ok || !showable(text) {
		t.failf(key, "%s: %s", key, allowedText)
		return otherwise
	}
	return text
}

const allowedText = "must be a text of 1 to 100 bytes, in quotes and on one line"

func showable(text string) bool {
	return text != "" && len(text) <= 100 && !strings.ContainsFunc(text, disturbing)
}

// choice reads one of a few words; without a default it must be there.
func (t *table) choice(key, otherwise string, allowed ...string) string {
	text := t.text(key, otherwise)
	switch {
	case slices.Contains(allowed, text):
	case text == "":
		t.failf(key, "%s: missing, must be one of %s", key, strings.Join(allowed, ", "))
	case len(allowed) == 1:
		t.failf(key, "%s %q: must be %s", key, text, allowed[0])
	default:
		t.failf(key, "%s %q: must be one of %s", key, text, strings.Join(allowed, ", "))
	}
	return text
}

// number reads a number, whole or not.
func (t *table) number(key string, otherwise float64) float64 {
	switch x := t.values[key].(type) {
	case nil:
		return otherwise
	case int64:
		return float64(x)
	case float64:
		return x
	}
	return math.NaN() // no range has it
}

// rounds reads a number of rounds.
func (t *table) rounds(key string, otherwise int) int {
	x := t.number(key, float64(otherwise))
	if err := CheckHorizon(x); err != nil {
		t.failf(key, "%s: %w", key, err)
		return otherwise
	}
	return int(x)
}

// list reads a list of at most limit entries.
func (t *table) list(key string, limit int) []any {
	value, ok := t.values[key]
	entries, isList := value.([]any)
	switch {
	case !ok:
		return nil
	case !isList:
		t.failf(key, "%s: must be a list in square brackets", key)
	case len(entries) > limit:
		t.failf(key, "%s: %d are too many, at most %d are allowed", key, len(entries), limit)
	default:
		return entries
	}
	return nil
}

// texts reads a list of texts.
func (t *table) texts(key string, limit int) []string {
	var texts []string
	for i, entry := range t.list(key, limit) {
		text, ok := entry.(string)
		if !ok || !showable(text) {
			t.failf(fmt.Sprintf("%s[%d]", key, i), "%s: entry %d %s", key, i+1, allowedText)
			return nil
		}
		texts = append(texts, text)
	}
	return texts
}

// lists reads a list of at most limit lists.
func (t *table) lists(key string, limit int) [][]any {
	var lists [][]any
	for i, entry := range t.list(key, limit) {
		list, ok := entry.([]any)
		if !ok {
			t.failf(fmt.Sprintf("%s[%d]", key, i), "%s: entry %d must be a list in square brackets", key, i+1)
			return nil
		}
		lists = append(lists, list)
	}
	return lists
}

// inner reads a table in this one; ok is false where there is none.
func (t *table) inner(key string) (inner *table, ok bool) {
	value, ok := t.values[key]
	if !ok {
		return nil, false
	}
	values, isTable := value.(map[string]any)
	if !isTable {
		t.failf(key, "%s: must be a table, [%s]", key, key)
	}
	return &table{doc: t.doc, prefix: t.prefix + key + ".", values: values}, true
}

// tables reads an array of at most limit tables.
func (t *table) tables(key string, limit int) []table {
	var tables []table
	for i, entry := range t.list(key, limit) {
		values, ok := entry.(map[string]any)
		if !ok {
			t.failf(key, "%s: must be written as tables, [[%s]]", key, key)
			return nil
		}
		tables = append(tables, table{doc: t.doc, prefix: fmt.Sprintf("%s%s[%d].", t.prefix, key, i), values: values})
	}
	return tables
}

// disturbing tells that a character may not stand in a name: it is a control
// character, or replaces bytes that are no UTF-8.
func disturbing(r rune) bool { return unicode.IsControl(r) || r == unicode.ReplacementChar }
