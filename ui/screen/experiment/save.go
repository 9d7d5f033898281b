package experiment

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/kit/outfile"
	"regretscope/ui/plot"
	"regretscope/ui/script"
)

type savedMsg struct {
	path  string
	lacks error // what the picture lacks, or nil
	runs  int
	err   error
}

// writer returns the function that writes the result in the format of a path's extension.
func (d *display) writer(path string) (write func(io.Writer) error, lacks, err error) {
	r, e := d.result.Result, *d.result.experiment
	made := trials.MadeBy(script.RunLine(&e), r.Design)
	switch strings.ToLower(filepath.Ext(path)) {
	case ".csv":
		return func(w io.Writer) error { return r.WriteCSV(w, made) }, nil, nil
	case ".json":
		return func(w io.Writer) error { return r.WriteJSON(w, made) }, nil, nil
	}
	if plot.Unavailable != nil {
		return nil, nil, fmt.Errorf("save to %s: %w", path, plot.Unavailable)
	}
	format, err := plot.Format(path)
	if err != nil {
		return nil, nil, fmt.Errorf("save to %s: the name must end in .csv, .json, .svg, .png or .pdf", path)
	}
	sheet, err := plot.OfResult(r, plot.Options{Band: d.spread, LogX: d.log})
	if err != nil {
		return nil, nil, fmt.Errorf("save to %s: %w", path, err)
	}
	curves := trials.Experiment{Points: e.Points, Runs: e.Runs}
	if curves.ReportCurves(); slices.Equal(curves.At, e.At) {
		e.At = nil // those of run --plot
	}
	line := script.RunLine(&e) + " --band " + string(d.spread)
	if d.log {
		line += " --log-x"
	}
	made = trials.MadeBy(line, r.Design)
	return func(w io.Writer) error { return sheet.Write(w, format, plot.Size{}, made) }, sheet.Lacks(format), nil
}

// save writes the result outside of the event loop, by outfile.Create or outfile.Replace.
func (s *Screen) save(path string, begin func(string, func(io.Writer) error) error) (tea.Cmd, error) {
	write, lacks, err := s.shown.writer(path)
	if err != nil {
		return nil, err
	}
	runs := s.shown.result.Runs
	s.outcome = "saving " + param.Printable(path) + " …"
	return func() tea.Msg { return savedMsg{path, lacks, runs, begin(path, write)} }, nil
}

// Unsaved names what would be lost on leaving the program; empty for nothing.
func (s *Screen) Unsaved() string {
	switch {
	case s.task.Running():
		return "the experiment is under way"
	case s.shown.result != nil && s.shown.result.Result != nil && !s.shown.result.saved:
		return "the experiment is not saved"
	}
	return ""
}

// saved shows the result of saving, or asks again.
func (s *Screen) saved(msg savedMsg) {
	s.outcome = ""
	switch {
	case msg.err == nil:
		s.shown.result.saved = s.shown.result.saved || s.shown.result.Runs == msg.runs
		s.outcome = s.theme.Good.Render("saved " + number.Plural(msg.runs, "run") + " in " + param.Printable(msg.path))
		if msg.lacks != nil {
			s.outcome += ": " + msg.lacks.Error()
		}
	case errors.Is(msg.err, fs.ErrExist):
		s.prompt = &prompt{path: msg.path}
	default:
		s.askAgain(saving, msg.path)
		s.Notice.Refuse(msg.err)
	}
}

// newName proposes a name from the scenario's letters and digits, with a number if the file exists.
func (s *Screen) newName() string {
	stem := param.Hyphened(s.config.Scenario.Name, strconv.Itoa(s.shown.result.Runs), "runs")
	return outfile.NewSet(stem, ".csv")[0]
}
