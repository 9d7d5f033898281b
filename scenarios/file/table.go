package file

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"regretscope/noise/files"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/scenarios"
	"regretscope/scenarios/table"
)

// The values of a table's keys.
var (
	held   = []string{"rewards", "losses"}
	orders = []string{scenarios.AsItIs, scenarios.Drawn}
)

// fromTable reads an open file of rewards in [0,1] as a scenario; err is the error of opening it.
func fromTable(path string, file io.ReadCloser, size int64, err error) (*scenarios.Scenario, error) {
	t, err := table.Read(file, size, err)
	var line *param.LineError
	switch {
	case errors.As(err, &line):
		return nil, &Error{path, line.Line, line.Err}
	case err != nil:
		return nil, fmt.Errorf("%s: %w", param.Printable(path), err)
	}
	name := filepath.Base(path)
	if files.IsStream(path) { // whose name may be a number
		name = "table"
	}
	rows := scenarios.Rows{Table: t, File: name}
	return scenarios.FromTable(param.Printable(name), rows, scenarios.Full).Finish()
}

// readTable reads the keys that only tables have, and completes the scenario.
func (d *document) readTable(r *reader, known *scenarios.Scenario, path string) *scenarios.Scenario {
	rows := scenarios.Rows{File: d.tableFile(r), Drawn: r.choice("order", d.Order, orders, 0) == 1}
	options := d.tableOptions(r)
	if r.err == nil {
		rows.Table = r.openTable(filepath.Dir(path), rows.File, options)
	}
	if r.err != nil {
		return nil
	}
	s := scenarios.FromTable(known.Name, rows, known.Feedback)
	s.Epsilon, s.Channels = known.Epsilon, known.Channels
	if d.Horizon != "" {
		s = s.Within(known.Horizon)
		s.Horizon = known.Horizon // refused later if it exceeds the table
	}
	if len(known.Labels) > 0 {
		s.Labels = known.Labels
	}
	return s
}

// tableFile reads the name of the CSV file. Another person may have written the scenario file,
// so it may name only tables in its own folder.
func (d *document) tableFile(r *reader) string {
	if d.File == "" {
		r.failf("file", "file: missing; must be the name of a CSV file in the same folder")
	}
	name := r.text("file", d.File, "")
	if !filepath.IsLocal(name) || !table.IsName(name) {
		r.failf("file", "file: %s: must end in .csv or .csv.gz, and be in this file's folder or below", param.Printable(name))
	}
	return name
}

// TablesOf lists the tables that a scenario file reads, at most one.
func TablesOf(path string) []string {
	text, err := files.ReadText(path)
	if err != nil {
		return nil
	}
	if d, _, err := decode(text); err == nil {
		if name, ok := d.File.text(); ok {
			return []string{filepath.Join(filepath.Dir(path), name)}
		}
	}
	return nil
}

func (d *document) tableOptions(r *reader) table.Options {
	o := table.Plain()
	o.Losses, o.Columns = r.choice("holds", d.Holds, held, 0) == 1, r.texts("columns", d.Columns)
	if n := len(d.Range); n > 0 {
		low, lowest := d.Range[0].number()
		high, highest := d.Range[n-1].number()
		o.Low, o.High = low, high
		if n != 2 || !lowest || !highest {
			r.failf("range", "range: must be two numbers, the smallest and the largest")
		}
	}
	var field *param.FieldError
	if errors.As(o.Check(), &field) {
		r.failf(field.Field, "%w", field)
	}
	return o
}

func (r *reader) openTable(folder, name string, o table.Options) *table.Table {
	t, err := table.ReadBelow(folder, name, o)
	path := filepath.Join(folder, name)
	var line *param.LineError
	switch {
	case errors.As(err, &line):
		r.err = &Error{path, line.Line, line.Err}
	case err != nil:
		r.failf("file", "file: %s: %w", param.Printable(path), err)
	}
	return t
}

// writeTable sets the keys that only tables have.
func (d *document) writeTable(rows *scenarios.Rows, labels []string) {
	d.File, d.Holds, d.Order = quoted(rows.File), quoted(held[0]), quoted(rows.Order())
	if rows.Losses {
		d.Holds = quoted(held[1])
	}
	d.Range = list{literal(number.Format(rows.Low)), literal(number.Format(rows.High))}
	d.Columns = param.Map(rows.Columns, quoted)
	if slices.Equal(labels, rows.Arms) {
		d.Labels = nil
	}
}
