package experiment

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model"
	"regretscope/model/record"
	"regretscope/noise/param"
	"regretscope/ui/kit"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/plot"
	"regretscope/ui/screen/setup"
)

type savedMsg struct {
	path   string
	runs   int
	played bool // by a lesson or script
	err    error
}

// recordsEnding is the extension of files of records.
const recordsEnding = ".jsonl"

// writer returns the function that writes the result in the format of a path's extension.
func (s *Screen) writer(path string) (func(io.Writer) error, error) {
	r, e := s.result.Result, *s.result.experiment
	made := model.MadeBy(setup.RunLine(&e), r.Design)
	switch strings.ToLower(filepath.Ext(path)) {
	case ".csv":
		return func(w io.Writer) error { return r.WriteCSV(w, made) }, nil
	case ".json":
		return func(w io.Writer) error { return r.WriteJSON(w, made) }, nil
	}
	if plot.Unavailable != nil {
		return nil, fmt.Errorf("save to %s: %w", path, plot.Unavailable)
	}
	format, err := plot.Format(path)
	if err != nil {
		return nil, fmt.Errorf("save to %s: the name must end in .csv, .json, %s (records), .svg, .png or "+
			".pdf", path, recordsEnding)
	}
	sheet, err := plot.OfResult(r, plot.Options{Band: s.spread, LogX: s.log})
	if err != nil {
		return nil, fmt.Errorf("save to %s: %w", path, err)
	}
	curves := model.Experiment{Points: e.Points, Runs: e.Runs}
	if curves.ReportCurves(); slices.Equal(curves.At, e.At) {
		e.At = nil // those of run --plot
	}
	line := setup.RunLine(&e) + " --band " + string(s.spread)
	if s.log {
		line += " --log-x"
	}
	made = model.MadeBy(line, r.Design)
	return func(w io.Writer) error { return sheet.Write(w, format, plot.Column, made) }, nil
}

// save writes the result outside of the event loop; it replaces an existing file only if asked
// to, and never with records.
func (s *Screen) save(by outfile.Rights, path string, replace bool) (tea.Cmd, error) {
	if _, err := by.NewPath(path); err != nil {
		return nil, err
	}
	m := s.result
	put := func() error { return m.saveRecords(by, path) }
	if strings.EqualFold(filepath.Ext(path), recordsEnding) {
		if err := record.CheckNew(path); err != nil && !by.Played() {
			return nil, err
		}
	} else {
		write, err := s.writer(path)
		if err != nil {
			return nil, err
		}
		begin := by.Create
		if replace {
			begin = by.Replace
		}
		put = func() error { return begin(path, write) }
	}
	s.outcome = "saving " + param.Printable(path) + " …"
	return func() tea.Msg { return savedMsg{path, m.Runs, by.Played(), put()} }, nil
}

// Unsaved names what would be lost on leaving the program; empty for nothing.
func (s *Screen) Unsaved() string {
	switch {
	case s.task.Running() && s.job.path == "":
		return "the experiment is under way"
	case s.result != nil && s.result.Result != nil && !s.result.saved && s.result.path == "":
		return "the experiment is not saved"
	}
	return ""
}

// saved shows the result of saving, or asks again.
func (s *Screen) saved(msg savedMsg) {
	s.outcome = ""
	switch {
	case msg.err == nil:
		s.result.saved = s.result.saved || s.result.Runs == msg.runs
		s.outcome = s.theme.Good.Render(kit.Plural(msg.runs, "run") + " are saved in " + param.Printable(msg.path))
	case msg.played:
		s.Notice.Refuse(msg.err)
	case errors.Is(msg.err, fs.ErrExist):
		s.prompt = &prompt{path: msg.path}
	default:
		s.askAgain(saving, msg.path)
		s.Notice.Refuse(msg.err)
	}
}

// fileName returns a proposed name from the scenario's letters and digits.
func (s *Screen) fileName(runs int, ending string) string {
	return param.Hyphened(s.config.Scenario.Name, strconv.Itoa(runs), "runs") + ending
}

// newName returns fileName, with a number if the file exists.
func (s *Screen) newName(runs int, ending string) string {
	name := s.fileName(runs, ending)
	for n := 2; n < 1000; n++ {
		if _, err := os.Lstat(name); err != nil {
			break
		}
		name = s.fileName(runs, fmt.Sprintf("-%d%s", n, ending))
	}
	return name
}

// follow takes over the settings in a file of records that this screen has, too: the values of ε,
// the reported rounds, the engine, and at least as many runs. A missing file changes nothing.
func follow(path string, e *model.Experiment) error {
	set, err := record.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
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
	e.Runs, e.At = max(e.Runs, d.Config.Runs), d.Config.At
	return e.Check()
}

// maxUnits is the largest memory for finished units, in bytes.
const maxUnits = 128 << 20

// unitsOf returns the store for an experiment's units, from which records can be saved; nil if
// there would be too many.
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

var errManyUnits = errors.New("the runs did not fit in memory; w replays and records them")

// record plays the replications and keeps each in a new file; a rehearsal has none.
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

// saveRecords writes a new file of records with the results.
func (m *measured) saveRecords(by outfile.Rights, path string) error {
	if m.path != "" {
		set, err := record.Read(m.path)
		if err != nil {
			return err
		}
		return by.Create(path, set.Write)
	}
	if m.units == nil {
		return errManyUnits
	}
	return by.Create(path, func(w io.Writer) error {
		design := m.experiment.Design(context.Background())
		return record.Write(w, design, m.units, model.MadeBy(setup.RunLine(m.experiment), design))
	})
}
