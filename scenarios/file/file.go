// Package file reads and writes scenario files (TOML), and opens scenarios by a preset's name
// or a file's path.
package file

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"regretscope/noise/files"
	"regretscope/noise/param"
	"regretscope/scenarios"
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

// Unwrap returns the error without its place.
func (e *Error) Unwrap() error { return e.Err }

// Open opens a scenario: a file if the reference ends in .toml, .csv or .csv.gz or contains a
// path separator, and a preset with its parameters otherwise. data is the user's data folder,
// if any. An error is one sentence that begins with the reference or, as an *Error, with a
// place in the file.
func Open(reference, data string) (*scenarios.Scenario, error) {
	if isPath(reference) {
		return Read(reference)
	}
	return scenarios.Open(reference, data)
}

// startsScenario matches the start of a scenario file, which a table does not have.
var startsScenario = regexp.MustCompile(`^\s*(#|\[|[\w."'\-]+\s*=|$)`)

// OpenGiven is Open for a reference on a command line, which may also be a stream: a scenario file or
// a table.
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

// isPath reports whether a reference is a file's path instead of a preset's name.
func isPath(reference string) bool {
	return strings.HasSuffix(strings.ToLower(reference), ".toml") || table.IsName(reference) ||
		foreign[strings.ToLower(filepath.Ext(reference))] != "" || strings.ContainsAny(reference, "/"+string(os.PathSeparator))
}

// Read reads a scenario file, or a table of rewards in [0,1]. Errors about a line are *Error;
// other errors begin with the file's name.
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

// foreign says what files with these endings hold, which are neither tables nor scenario files.
var foreign = map[string]string{
	".tsv": "cells separated by tabs", ".parquet": "Parquet", ".xlsx": "a workbook", ".xls": "a workbook",
	".json": "JSON", ".jsonl": "JSON", ".gz": "something else compressed",
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

// nameOf returns the name of an unnamed scenario.
func nameOf(path string) string {
	if files.IsStream(path) { // whose name may be a number
		return "scenario"
	}
	return param.Printable(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))
}
