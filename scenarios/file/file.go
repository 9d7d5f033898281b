// Package file reads and writes scenario files (TOML), and opens scenarios by what
// a person calls them, a preset's name or a file's.
package file

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/table"
)

// An Error is something wrong in a scenario file, and where.
type Error struct {
	File string // as the user named it
	Line int    // from 1
	Err  error  // one sentence: what, and what is allowed
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d: %v", param.Printable(e.File), e.Line, e.Err)
}

// Unwrap implements the errors package's chain.
func (e *Error) Unwrap() error { return e.Err }

// Open returns the scenario that a reference stands for: what ends in .toml, .csv or
// .csv.gz or contains a path separator is a file, anything else a preset with its
// parameters, which scenarios.Open reads. data is the folder of data sets that the
// user gave, if any. An error is one sentence that begins with the reference, or,
// as an *Error, with a place in the file.
func Open(reference, data string) (*scenarios.Scenario, error) {
	if isPath(reference) {
		return Read(reference)
	}
	return scenarios.Open(reference, data)
}

// isPath reports whether a reference is a file's path rather than a preset's name.
func isPath(reference string) bool {
	return strings.HasSuffix(strings.ToLower(reference), ".toml") || table.IsName(reference) || strings.ContainsAny(reference, "/"+string(os.PathSeparator))
}

// Read reads a scenario file, or a table of rewards in [0,1], which is a scenario by
// itself. What is wrong in it comes as an *Error; any other error is about the file as a
// whole and begins with its name.
func Read(path string) (*scenarios.Scenario, error) {
	s, err := read(path)
	if err != nil {
		return nil, err
	}
	s.Reference = path
	if !isPath(path) {
		s.Reference = "." + string(os.PathSeparator) + path
	}
	return s, nil
}

func read(path string) (*scenarios.Scenario, error) {
	if table.IsName(path) {
		return readTable(path)
	}
	text, err := param.ReadText(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", param.Printable(path), err)
	}
	return Parse(path, text)
}

// Parse makes the scenario that the text of a file describes. The path stands in
// errors, which are all *Error, gives a scenario without a name its own, and is beside
// which a table is looked for.
func Parse(path string, text []byte) (*scenarios.Scenario, error) {
	places, err := index(text)
	if err != nil {
		return nil, places.at(path, err)
	}
	d, err := decode(text)
	if err != nil {
		return nil, places.at(path, err)
	}
	s, err := d.scenario(path, places)
	if err != nil {
		return nil, places.at(path, err)
	}
	return s, nil
}

// nameOf returns the name of a scenario whose file gives it no name.
func nameOf(path string) string {
	return param.Printable(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))
}
