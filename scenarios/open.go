package scenarios

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"regretscope/noise/declare"
)

// Open returns the scenario that a reference stands for: NAME[,key=value…] is a
// preset with its parameters, and what ends in .toml or contains a path
// separator is a scenario file. data is the folder of data sets that the user
// gave, if any. An error is one sentence that begins with the reference, or, as
// a *FileError, with a place in the file.
func Open(reference, data string) (*Scenario, error) {
	if isPath(reference) {
		return ReadFile(reference)
	}
	name, assignments, err := declare.SplitAssignments(reference)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", reference, err)
	}
	preset, err := FindPreset(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	s, err := preset.open(assignments, data)
	var inFile *FileError
	if err != nil && !errors.As(err, &inFile) {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, err
}

// open makes the preset with parameters as they were written.
func (p *Preset) open(assignments [][2]string, data string) (*Scenario, error) {
	set := declare.Set{}
	for _, a := range assignments {
		declared, err := p.Parameters.Find(a[0])
		if err != nil {
			return nil, err
		}
		if err := declared.Check(a[1]); err != nil {
			return nil, err
		}
		set = set.With(a[0], a[1])
	}
	return p.Make(set, data)
}

// isPath tells a file from a preset's name.
func isPath(reference string) bool {
	return strings.HasSuffix(strings.ToLower(reference), ".toml") || strings.ContainsRune(reference, '/') ||
		strings.ContainsRune(reference, os.PathSeparator)
}
