package scenarios

import (
	"fmt"

	"regretscope/noise/declare"
)

// Open returns the preset that a reference stands for, NAME[,key=value…] with its
// parameters. data is the folder of data sets that the user gave, if any. An error
// is one sentence that begins with the reference. (Package file opens files too.)
func Open(reference, data string) (*Scenario, error) {
	name, assignments, err := declare.SplitAssignments(reference)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", reference, err)
	}
	preset, err := FindPreset(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	s, err := preset.open(assignments, data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
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
