package experiment

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/model/record"
	"regretscope/ui/kit/outfile"
)

// follow makes the experiment that of a file of records, as far as this screen
// chooses it: the values of ε, the reported rounds, the engine, and at least as
// many runs. A file that is not there changes nothing.
func follow(path string, e *model.Experiment) error {
	set, err := record.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer set.Close()
	d := set.Design()
	var epsilons []float64
	for _, point := range d.Config.Points {
		epsilons = append(epsilons, float64(point.Epsilon))
	}
	if epsilons == nil {
		epsilons = []float64{float64(d.Config.Epsilon)}
	}
	if own := e.Points[0]; len(epsilons) != 1 || epsilons[0] != own.Epsilon {
		e.Points = own.Sweep(epsilons)
	}
	e.Runs, e.At, e.Engine = max(e.Runs, d.Config.Runs), d.Config.At, d.Config.Engine
	return e.Check()
}

// maxUnits is how much memory finished units may take, in bytes.
const maxUnits = 128 << 20

// unitsOf is where an experiment's units are kept, so that records can be saved; nil
// where there would be too many.
func unitsOf(e *model.Experiment) model.Memory {
	bytes := 0
	for p, c := range e.Points {
		bytes += e.Runs * len(c.Learners) * len(e.Reported(p)) * (64 + 8*c.Scenario.Arms())
	}
	if bytes > maxUnits {
		return nil
	}
	return model.Memory{}
}

var errManyUnits = errors.New("these runs were too many to keep in memory; w plays them again and records them")

// record plays the replications and keeps each in a new file, in a rehearsal in none.
func (s *Screen) record(by outfile.Rights, path string) (tea.Cmd, error) {
	if by.Played() && !strings.EqualFold(filepath.Ext(path), recordsEnding) {
		return nil, fmt.Errorf("record %s: must end in %s", path, recordsEnding)
	}
	path, err := by.NewPath(path)
	if err == nil && path != "" {
		err = record.CheckNew(path)
	}
	switch {
	case errors.Is(err, fs.ErrExist):
		return nil, fmt.Errorf("%w; u goes on with it", err)
	case err != nil:
		return nil, err
	}
	return s.start(path, false)
}

// saveRecords writes a new file of the records of what was measured.
func (m *measured) saveRecords(by outfile.Rights, path string) error {
	if m.path != "" {
		set, err := record.Read(m.path)
		if err != nil {
			return err
		}
		defer set.Close()
		return by.Create(path, set.Write)
	}
	if m.units == nil {
		return errManyUnits
	}
	return by.Create(path, func(w io.Writer) error {
		return record.Write(w, m.experiment.Design(context.Background()), m.units)
	})
}
