package command

import (
	"fmt"
	"io"
	"math"
	"slices"

	"regretscope/model"
	"regretscope/noise/curve"
	"regretscope/noise/declare"
	"regretscope/noise/number"
	notion "regretscope/ui/chart/notions"
	"regretscope/ui/kit"
)

// tableOf makes a table whose first columns, as many as text says, are text; the
// others are numbers.
func tableOf(text int, titles ...string) kit.Table {
	var t kit.Table
	for i, title := range titles {
		t.Columns = append(t.Columns, kit.Column{Title: title, Right: i >= text})
	}
	return t
}

// writeTable writes a result for people.
func writeTable(r *model.Result, w io.Writer) error {
	t := tableOf(2, "scenario", "learner", "horizon", "ε", "round", "regret", "sd", "return", "privacy loss ε")
	foot := "regret: mean ± its standard error; sd: over runs; return: expected, per round; privacy loss: of the costliest round, the largest of the runs"
	withMu := comparedByMu(r)
	if withMu {
		foot += ";\nμ: of Gaussian differential privacy; ≥ is the worst that a search found, ≤ a proven bound"
		t.Columns = append(t.Columns, kit.Column{Title: "privacy loss μ", Right: true})
	}
	for i := range r.Rows {
		o := &r.Rows[i]
		if i > 0 && o.Series != r.Rows[i-1].Series && len(r.Of(o.Series)) > 1 {
			t.Rows = append(t.Rows, nil) // a blank line between two learners
		}
		learner := o.Learner
		if o.Params != "" {
			learner += " " + o.Params
		}
		row := []string{
			declare.Printable(o.Scenario), learner, kit.Count(o.Horizon), kit.Epsilon(float64(o.Epsilon)), kit.Count(o.Round),
			kit.WithError(float64(o.RegretMean), o.StandardError()), number.Value(float64(o.RegretSD)), number.Fixed(float64(o.ReturnMean), 4), number.Loss(float64(o.Worst)),
		}
		if withMu {
			row = append(row, notion.Bounded(curve.Value{Value: float64(o.Mu), Status: o.MuStatus}, number.Loss))
		}
		t.Rows = append(t.Rows, row)
	}
	if slices.ContainsFunc(r.Rows, func(o model.Row) bool { return o.Equal() }) {
		foot += fmt.Sprintf(";\nall equal: all %s equal, so that nothing is known of the error of their mean", kit.Plural(r.Runs, "run"))
	}
	heading := fmt.Sprintf("%d grid points", len(r.Config.Points))
	if len(r.Config.Points) == 0 {
		heading = headingOf(&r.Config)
		withoutColumns(&t, 2, 0) // which the heading tells
	}
	_, err := fmt.Fprintf(w, "%s · %s from seed %d\n\n%s\n%s\n", heading, kit.Plural(r.Runs, "run"), r.Seed, t.String(), foot)
	if err != nil {
		return err
	}
	return writeStatistics(r, w)
}

// comparedByMu reports whether μ is what learners can be compared by: one has no ε, or they
// run at different ones.
func comparedByMu(r *model.Result) bool {
	epsilons := map[int]model.Number{} // by grid point
	for i := range r.Rows {
		o := &r.Rows[i]
		if !(o.Mu > 0) || math.IsInf(float64(o.Mu), 1) {
			continue
		}
		point := o.Series / max(1, len(r.Config.Learners))
		if e, known := epsilons[point]; math.IsInf(float64(o.Worst), 1) || known && e != o.Epsilon {
			return true
		}
		epsilons[point] = o.Epsilon
	}
	return false
}

// headingOf says what all rows of a result have in common that is no sweep.
func headingOf(c *model.Setup) string {
	return fmt.Sprintf("%s · %s · %s feedback · %s · horizon %s",
		declare.Printable(c.Scenario.Name), c.Scenario.Kind, c.Scenario.Feedback, kit.Plural(len(c.Scenario.Phases[0].Arms), "arm"), kit.Count(c.Horizon))
}

// withoutColumns takes columns out of a table, the last first.
func withoutColumns(t *kit.Table, columns ...int) {
	for _, k := range columns {
		t.Columns = append(t.Columns[:k:k], t.Columns[k+1:]...)
		for i, row := range t.Rows {
			if len(row) > 0 {
				t.Rows[i] = append(row[:k:k], row[k+1:]...)
			}
		}
	}
}
