// Package file reads and writes scenario files (TOML), and opens scenarios by a preset's name or a file's path.
package file

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"regretscope/noise/files"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/arm"
	"regretscope/scenarios/table"
)

// An Error is an error at a line of a scenario file.
type Error struct {
	File string // as the user named it
	Line int    // from 1
	Err  error  // one sentence: the error and the allowed values
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d: %v", param.Printable(e.File), e.Line, e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// Open opens a scenario: a file if the reference ends in .toml, .csv or .csv.gz or contains a path separator, and a
// preset with its parameters otherwise. data is the user's data folder, if any. An error is one sentence that begins
// with the reference or, as an *Error, with a place in the file.
func Open(reference, data string) (*scenarios.Scenario, error) {
	if IsPath(reference) {
		return Read(reference)
	}
	s, err := scenarios.Open(reference, data)
	if info, failed := os.Stat(reference); err != nil && failed == nil && info.Mode().IsRegular() {
		err = fmt.Errorf("%s: the name of this file must end in .toml, .csv, or .csv.gz, or begin with ./", param.Printable(reference))
	}
	return s, err
}

// startsScenario matches the start of a scenario file, which a table does not have.
var startsScenario = regexp.MustCompile(`^\s*(#|\[|[\w."'\-]+\s*=|$)`)

// OpenGiven is Open for a reference on a command line, which may also be a stream: a scenario file or a table.
func OpenGiven(reference, data string) (*scenarios.Scenario, error) {
	if !files.IsStream(reference) {
		return Open(reference, data)
	}
	stream, size, err := files.OpenGiven(reference)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", param.Printable(reference), err)
	}
	text := bufio.NewReader(files.Decoded(stream))
	start, _ := text.Peek(100)
	rest := struct {
		io.Reader
		io.Closer
	}{text, stream}
	var s *scenarios.Scenario
	if startsScenario.Match(start) {
		s, err = fromText(reference, rest, size, nil)
	} else {
		s, err = fromTable(reference, rest, size, nil)
	}
	if err == nil {
		s.Reference = reference
	}
	return s, err
}

// IsPath reports whether a reference is a file's path instead of a preset's name.
func IsPath(reference string) bool {
	_, other := foreign[strings.ToLower(filepath.Ext(reference))]
	return strings.HasSuffix(strings.ToLower(reference), ".toml") || table.IsName(reference) || other ||
		strings.ContainsAny(reference, "/"+string(os.PathSeparator))
}

// Read reads a scenario file, or a table of rewards in [0,1]. Errors about a line are *Error;
// other errors begin with the file's name.
func Read(path string) (*scenarios.Scenario, error) {
	s, err := read(path)
	if err != nil {
		return nil, err
	}
	s.Reference = path
	if !IsPath(path) {
		s.Reference = "." + string(os.PathSeparator) + path
	}
	return s, nil
}

// foreign says what files with these endings hold, which are neither tables nor scenario files; "" if that must be read.
var foreign = map[string]string{
	".tsv": "cells separated by tabs", ".parquet": "Parquet", ".xlsx": "a workbook", ".xls": "a workbook",
	".json": "JSON", ".jsonl": "JSON", ".gz": "something else compressed",
	".xz": "", ".bz2": "", ".zst": "", ".zip": "",
}

func read(path string) (*scenarios.Scenario, error) {
	if table.IsName(path) {
		file, size, err := files.OpenRegular(path)
		return fromTable(path, file, size, err)
	}
	if holds := foreign[strings.ToLower(filepath.Ext(path))]; holds != "" {
		return nil, fmt.Errorf("%s: must be a table of rewards as CSV (.csv, .csv.gz) or a scenario file (.toml), not %s",
			param.Printable(path), holds)
	}
	file, size, err := files.OpenRegular(path)
	return fromText(path, file, size, err)
}

func fromText(path string, file io.ReadCloser, size int64, err error) (*scenarios.Scenario, error) {
	text, err := files.ReadAll(file, size, err)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", param.Printable(path), err)
	}
	return Parse(path, text)
}

// Parse parses the text of a scenario file. The path appears in errors, which are all *Error,
// gives unnamed scenarios their name, and locates tables, which are in the same folder.
func Parse(path string, text []byte) (*scenarios.Scenario, error) {
	d, places, err := decode(text)
	if err != nil {
		return nil, places.at(path, err)
	}
	s, err := d.scenario(path, places)
	if err != nil {
		return nil, places.at(path, err)
	}
	return s, nil
}

func nameOf(path string) string {
	if files.IsStream(path) { // whose name may be a number
		return "scenario"
	}
	return param.Printable(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))
}

// Defaults for a file's missing keys.
const (
	defaultHorizon = 100_000
	defaultEpsilon = 0.5
)

// A kindOf is a kind of scenario with its allowed keys and feedback. The first feedback is the default.
type kindOf struct {
	kind     scenarios.Kind
	keys     []string // in addition to commonKeys
	feedback []string
}

// kinds are in the order of messages.
var kinds = []kindOf{
	{scenarios.Stochastic, []string{"arms"}, []string{"bandit", "full"}},
	{scenarios.Deterministic, []string{"arms"}, []string{"full", "bandit"}},
	{scenarios.MatroidKind, []string{"arms", "matroid"}, []string{"semi-bandit"}},
	{scenarios.Changing, []string{"phase"}, []string{"bandit", "full"}},
	{scenarios.TableKind, []string{"file", "holds", "range", "order", "columns"}, []string{"full", "bandit"}},
}

// ownKeys are the keys that only some kinds have.
var ownKeys = []string{"arms", "matroid", "phase", "file", "holds", "range", "order", "columns"}

var commonKeys = []string{"name", "kind", "feedback", "horizon", "epsilon", "labels", "channels"}

// A reader converts literals and keeps the first error. Fields are those of param.FieldError.
type reader struct{ err error }

func (r *reader) failf(field, format string, arguments ...any) {
	if r.err == nil {
		r.err = param.Refuse(field, format, arguments...)
	}
}

func (d *document) scenario(path string, written places) (*scenarios.Scenario, error) {
	var r reader
	kind := kinds[r.choice("kind", d.Kind, param.Map(kinds, func(k kindOf) string { return string(k.kind) }), 0)]
	r.onlyKeys("", "a "+string(kind.kind)+" scenario", slices.Concat(commonKeys, kind.keys), ownKeys, written)
	s := &scenarios.Scenario{
		Name: r.text("name", d.Name, nameOf(path)), Summary: "from a file of your own", Kind: kind.kind,
		Feedback: scenarios.Feedback(kind.feedback[r.choice("feedback", d.Feedback, kind.feedback, 0)]),
		Horizon:  r.rounds("horizon", d.Horizon, defaultHorizon),
		Epsilon:  defaultEpsilon,
		Labels:   r.texts("labels", d.Labels),
		Channels: r.texts("channels", d.Channels),
	}
	if d.Epsilon != "" {
		s.Epsilon, _ = d.Epsilon.number() // 0 is refused later
	}
	switch kind.kind {
	case scenarios.Changing:
		s.Phases = d.readPhases(&r, written)
	case scenarios.TableKind:
		s = d.readTable(&r, s, path)
	default:
		s.Phases = []scenarios.Phase{{From: 1, Arms: r.arms("arms", d.Arms, kind.kind)}}
	}
	if kind.kind == scenarios.MatroidKind && r.err == nil {
		s.Matroid = d.readMatroid(&r, len(s.Phases[0].Arms), written)
		if len(s.Labels) == 0 {
			s.Labels = edgeLabels(s.Matroid)
		}
	}
	if r.err != nil {
		return nil, r.err
	}
	return s.Finish()
}

func (d *document) readPhases(r *reader, written places) []scenarios.Phase {
	if len(d.Phases) == 0 {
		r.failf("phase", "phase: a changing scenario must have at least one, written [[phase]]")
	}
	r.onlyKeys(anyPhase, "a phase", []string{"from", "arms"}, nil, written)
	phases := make([]scenarios.Phase, len(d.Phases))
	for i, p := range d.Phases {
		field := fmt.Sprintf("phase[%d].", i)
		if p.From == "" {
			r.failf(field+"from", "phase %d: from is missing, the first round of the phase", i+1)
		}
		phases[i] = scenarios.Phase{
			From: r.rounds(field+"from", p.From, 1), Arms: r.arms(field+"arms", p.Arms, scenarios.Changing),
		}
	}
	return phases
}

// anyPhase stands for every phase's table.
const anyPhase = "phase[]."

// onlyKeys refuses unknown keys of a table, and tables in place of values. Keys in elsewhere
// exist, but not in this table.
func (r *reader) onlyKeys(table, of string, known, elsewhere []string, written places) {
	wrong, field, line := "", "", 0 // the first wrong key in the file
	for name := range written {
		key, inTable := strings.CutPrefix(name, table)
		if table == anyPhase {
			_, key, inTable = strings.Cut(name, "].")
			inTable = inTable && strings.HasPrefix(name, "phase[")
		}
		first, _, nested := strings.Cut(key, ".")
		if !inTable || key == "" || strings.Contains(first, "[") {
			continue // in another table, the table itself, or an entry of a list
		}
		isTable := first == "matroid" || name == "phase." && written["phase[0]"] > 0
		if isKnown := slices.Contains(known, first); isKnown != nested || isKnown && isTable {
			continue // valid, or in an unknown table, which is refused itself
		}
		whole := strings.TrimSuffix(name, key[len(first):])
		if at := written[whole]; wrong == "" || at < line || at == line && whole < field {
			wrong, field, line = first, whole, at
		}
	}
	switch there := strings.Join(known, ", "); {
	case wrong == "":
	case slices.Contains(known, wrong):
		r.failf(field, "%s: %s", wrong, cmp.Or(shapes[wrong], "must be a value, not a table"))
	case slices.Contains(elsewhere, wrong):
		r.failf(field, "%s: not a key of %s (known: %s)", wrong, of, there)
	default:
		r.failf(field, "%s: no such key of %s%s (known: %s)", param.Printable(wrong), of, param.DidYouMean(wrong, known), there)
	}
}

const allowedText = "must be a text of 1 to 100 bytes, in quotes and on one line"

// showable reports whether a text is allowed in labels, tables and files.
func showable(text string) bool {
	return text != "" && len(text) <= 100 && param.IsPrintable(text)
}

// text reads a printable string on one line.
func (r *reader) text(field string, l literal, otherwise string) string {
	if l == "" {
		return otherwise
	}
	text, ok := l.text()
	if !ok || !showable(text) {
		r.failf(field, "%s: %s", lastKey(field), allowedText)
	}
	return text
}

func lastKey(field string) string { return field[strings.LastIndexByte(field, '.')+1:] }

func (r *reader) texts(field string, l list) []string {
	var texts []string
	for i, entry := range l {
		text, ok := entry.text()
		if !ok || !showable(text) {
			r.failf(fmt.Sprintf("%s[%d]", field, i), "%s: entry %d %s", lastKey(field), i+1, allowedText)
		}
		texts = append(texts, text)
	}
	return texts
}

// choice reads a word and returns its index in allowed. otherwise is the default index, or
// negative if the word is required.
func (r *reader) choice(field string, l literal, allowed []string, otherwise int) int {
	if l == "" && otherwise >= 0 {
		return otherwise
	}
	key, text := lastKey(field), r.text(field, l, "")
	i := slices.Index(allowed, text)
	switch {
	case i >= 0:
		return i
	case text == "":
		r.failf(field, "%s: missing, must be one of %s", key, strings.Join(allowed, ", "))
	case len(allowed) == 1:
		r.failf(field, "%s %q: must be %s", key, text, allowed[0])
	default:
		r.failf(field, "%s %q: must be one of %s", key, text, strings.Join(allowed, ", "))
	}
	return 0
}

func (r *reader) rounds(field string, l literal, otherwise int) int {
	if l == "" {
		return otherwise
	}
	x, _ := l.number() // 0 is refused below
	if err := scenarios.CheckHorizon(x); err != nil {
		r.failf(field, "%s: %w", lastKey(field), err)
		return otherwise
	}
	return int(x)
}

// arms reads a list of arms, each a distribution in quotes or a number: a Bernoulli mean or, in
// a deterministic scenario, a constant reward.
func (r *reader) arms(field string, l list, kind scenarios.Kind) []arm.Distribution {
	if err := scenarios.CheckArms(len(l)); err != nil {
		r.failf(field, "%w", err)
		return nil
	}
	laws := make([]arm.Distribution, len(l))
	for j, entry := range l {
		law, err := parseArm(entry, kind)
		if err != nil {
			r.failf(fmt.Sprintf("%s[%d]", field, j), "arm %d: %w", j+1, err)
			return nil
		}
		laws[j] = law
	}
	return laws
}

func parseArm(l literal, kind scenarios.Kind) (arm.Distribution, error) {
	text, quoted := l.text()
	if !quoted {
		text = l.content()
		if !strings.ContainsAny(text[:min(1, len(text))], "+-0123456789in") { // i and n begin inf and nan
			return nil, fmt.Errorf(`must be a number such as 0.7 or a distribution in quotes such as "beta(4,1)"`)
		}
	}
	if _, err := number.Parse(text); err == nil && kind == scenarios.Deterministic {
		text = "constant(" + text + ")"
	}
	return arm.Parse(text)
}
