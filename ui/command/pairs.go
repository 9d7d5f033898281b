package command

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/noise/declare"
	"regretscope/noise/number"
	"regretscope/ui/kit"
	"regretscope/ui/manual"
)

// shownPairs is how many pairs of learners a table shows; all are in JSON.
const shownPairs = 12

// writeStatistics writes what a table of means leaves out: learners compared run by
// run, and where a mean misleads.
func writeStatistics(r *model.Result, w io.Writer) error {
	if r.Runs < 2 {
		return nil
	}
	var text strings.Builder
	if len(r.Pairs) > 0 {
		text.WriteString("\n" + pairTable(r) + "\n")
		if more := len(r.Pairs) - shownPairs; more > 0 {
			fmt.Fprintf(&text, "and %s, which --format json has\n", kit.Plural(more, "more pair"))
		}
		text.WriteString("difference: of the regrets in the same runs, mean ± its standard error; effect: in standard deviations of the differences;\n" +
			"better: share of the runs in which the first has less regret, ties counted half; gain: as many times the runs would be needed without pairing\n")
	}
	for _, warning := range slices.Concat(misleading(r), rare(r)) {
		text.WriteString("\n" + warning + "\n")
	}
	_, err := io.WriteString(w, text.String())
	return err
}

func pairTable(r *model.Result) string {
	t := tableOf(3, "scenario", "first", "second", "horizon", "ε", "difference", "95 % interval", "effect", "better", "gain")
	for i := range r.Pairs[:min(len(r.Pairs), shownPairs)] {
		p := &r.Pairs[i]
		interval := kit.None
		if p.Interval != nil {
			interval = number.Interval(float64(p.Interval[0]), float64(p.Interval[1]))
		}
		t.Rows = append(t.Rows, []string{
			declare.Printable(p.Scenario), p.First, p.Second, kit.Count(p.Horizon), kit.Epsilon(float64(p.Epsilon)),
			kit.WithError(float64(p.Difference), float64(p.Error)), interval,
			fixed(float64(p.Effect), 2), number.Share(float64(p.FirstBetter)), fixed(float64(p.PairingGain), 1),
		})
	}
	if len(r.Config.Points) == 0 {
		withoutColumns(&t, 4, 3, 0) // which the heading tells
	}
	return t.String()
}

// fixed writes a number with so many decimals; none for what is not finite, as
// where all differences are equal.
func fixed(x float64, decimals int) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return kit.None
	}
	return kit.Fixed(x, decimals)
}

// rare are notes on learners whose mean rare runs decide, whether these are in the
// sample or not.
func rare(r *model.Result) []string {
	var notes []string
	for i := range r.Rows {
		d, err := learners.Find(r.Rows[i].Learner)
		if err != nil || d.Coverage[0] == 0 {
			continue // a program, or nothing to say
		}
		note := "note on the mean of " + d.ID + ": " + strings.Replace(manual.Coverage(d), "rounds, ", "rounds,\n", 1)
		if !slices.Contains(notes, note) {
			notes = append(notes, note)
		}
	}
	return notes
}

// misleading are warnings of means that a few runs decide, at the last reported
// round of each series.
func misleading(r *model.Result) []string {
	var warnings []string
	for i := range r.Rows {
		o := &r.Rows[i]
		if o.Misleading == 0 || i+1 < len(r.Rows) && r.Rows[i+1].Series == o.Series {
			continue
		}
		where := o.Learner
		if len(r.Config.Points) > 0 {
			where += fmt.Sprintf(" on %s at ε = %s", declare.Printable(o.Scenario), kit.Epsilon(float64(o.Epsilon)))
		}
		warnings = append(warnings, fmt.Sprintf(
			"warning: the mean of %s misleads: %s of its regrets;\n"+
				"its median is %s, with %s to %s in the middle half of the runs;\n"+
				"the interval of the mean is %s, and contains it less often than 95 %%",
			where, kit.FewRuns(o.Largest, o.Runs, float64(o.Misleading)), number.Value(float64(o.Median)),
			number.Value(float64(o.Quartiles[0])), number.Value(float64(o.Quartiles[1])), number.Interval(float64(o.Interval[0]), float64(o.Interval[1]))))
	}
	return warnings
}
