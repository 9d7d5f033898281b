package command

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"regretscope/model"
)

// A table is rows of cells for people to read; an empty row is a blank line.
type table struct {
	right []bool // which columns are numbers, whose ends are put below each other
	rows  [][]string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// write pads every column to its widest cell, two blanks between columns.
func (t *table) write(w io.Writer) error {
	widths := make([]int, len(t.right))
	for _, row := range t.rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range t.rows {
		var line strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if t.right[i] {
				line.WriteString(pad + cell + "  ")
			} else {
				line.WriteString(cell + pad + "  ")
			}
		}
		if _, err := fmt.Fprintln(w, strings.TrimRight(line.String(), " ")); err != nil {
			return err
		}
	}
	return nil
}

// writeTable writes a result for people.
func writeTable(r *model.Result, w io.Writer) error {
	c := &r.Config
	_, err := fmt.Fprintf(w, "%s · %s · %s feedback · %d arms · horizon %d · %s from seed %d\n\n",
		c.Scenario.Name, c.Scenario.Kind, c.Scenario.Feedback, len(c.Scenario.Phases[0].Arms), c.Horizon, plural(r.Runs, "run"), r.Seed)
	if err != nil {
		return err
	}
	t := table{right: []bool{false, true, true, true, true, true, true}}
	t.add("learner", "ε", "round", "regret", "sd", "return", "worst event ε")
	for i := range r.Rows {
		o := &r.Rows[i]
		if i > 0 && o.Round <= r.Rows[i-1].Round {
			t.add()
		}
		learner := o.Learner
		if o.Params != "" {
			learner += " " + o.Params
		}
		t.add(learner, o.Epsilon.String(), strconv.Itoa(o.Round), withError(o), short(float64(o.RegretSD)), short(float64(o.ReturnMean)), short(float64(o.Worst)))
	}
	if err := t.write(w); err != nil {
		return err
	}
	_, err = fmt.Fprintln(w, "\nregret: mean ± its standard error; sd: over runs; return: expected, per round; worst event: largest of the runs")
	return err
}

// withError writes a mean regret and its standard error to the error's second
// digit; of a single run it has none.
func withError(o *model.Row) string {
	e := o.StandardError()
	if math.IsNaN(e) {
		return short(float64(o.RegretMean))
	}
	if e == 0 {
		return short(float64(o.RegretMean)) + " ± 0"
	}
	decimals := min(max(1-int(math.Floor(math.Log10(e))), 0), 6)
	return fmt.Sprintf("%.*f ± %.*f", decimals, o.RegretMean, decimals, e)
}

// short writes a number in five digits, more where it is large and whole.
func short(x float64) string {
	switch {
	case math.IsNaN(x):
		return "–"
	case math.Abs(x) >= 1e5 && math.Abs(x) < 1e15:
		return strconv.FormatFloat(x, 'f', 0, 64)
	case math.IsInf(x, 0):
		return model.Number(x).String()
	}
	return strconv.FormatFloat(x, 'g', 5, 64)
}

// plural counts things in words.
func plural(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}
