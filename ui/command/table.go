package command

import (
	"fmt"
	"io"
	"math"
	"strconv"

	"regretscope/model"
	"regretscope/ui/kit"
)

// tableOf makes a table whose first columns, so many as told, are text, and whose
// other ones are numbers.
func tableOf(text int, titles ...string) kit.Table {
	var t kit.Table
	for i, title := range titles {
		t.Columns = append(t.Columns, kit.Column{Title: title, Right: i >= text})
	}
	return t
}

// writeTable writes a result for people.
func writeTable(r *model.Result, w io.Writer) error {
	c := &r.Config
	_, err := fmt.Fprintf(w, "%s · %s · %s feedback · %d arms · horizon %d · %s from seed %d\n\n",
		c.Scenario.Name, c.Scenario.Kind, c.Scenario.Feedback, len(c.Scenario.Phases[0].Arms), c.Horizon, kit.Plural(r.Runs, "run"), r.Seed)
	if err != nil {
		return err
	}
	t := tableOf(1, "learner", "ε", "round", "regret", "sd", "return", "worst event ε")
	for i := range r.Rows {
		o := &r.Rows[i]
		if i > 0 && o.Round <= r.Rows[i-1].Round {
			t.Rows = append(t.Rows, nil) // a blank line between two learners
		}
		learner := o.Learner
		if o.Params != "" {
			learner += " " + o.Params
		}
		t.Rows = append(t.Rows, []string{
			learner, o.Epsilon.String(), strconv.Itoa(o.Round), withError(o),
			short(float64(o.RegretSD)), short(float64(o.ReturnMean)), short(float64(o.Worst)),
		})
	}
	_, err = fmt.Fprintln(w, t.String()+"\nregret: mean ± its standard error; sd: over runs; return: expected, per round; worst event: largest of the runs")
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
	decimals := kit.ErrorDecimals(e)
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
