package answer

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/theory"
	"regretscope/model/trials"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/facts"
)

const usualPrecision = .02

// namedWide is the largest number of means that a note names, and namedInSweep that of a sweep.
const (
	namedWide    = 4
	namedInSweep = 1
)

// precision describes how narrow the intervals of the means are, or how many runs would narrow them.
func precision(r *trials.Result) []string {
	wanted := r.Config.Precision
	if wanted == 0 {
		return needed(r)
	}
	wide := slices.DeleteFunc(last(r), func(o *trials.Row) bool { return !(o.HalfWidth() > wanted) })
	slices.SortStableFunc(wide, func(a, b *trials.Row) int { return cmp.Compare(b.HalfWidth(), a.HalfWidth()) })
	if len(wide) == 0 {
		return []string{fmt.Sprintf("The 95%% interval of every mean is within ± %s of it.", percent(wanted))}
	}
	var named []string
	for _, o := range wide {
		reach := "± " + percent(o.HalfWidth())
		if o.Equal() {
			reach = "all equal"
		}
		named = append(named, fmt.Sprintf("%s (%s after %s)", where(r, o), reach, number.Plural(o.Runs, "run")))
	}
	return []string{fmt.Sprintf("The 95%% interval of a mean is within ± %s of it, except for %s.", percent(wanted),
		first(r, named))}
}

// first joins the first names of a list and counts the others.
func first(r *trials.Result, named []string) string {
	most := namedWide
	if r.Config.Sweep() {
		most = namedInSweep
	}
	if more := len(named) - most; more > 0 {
		named = append(named[:most], "and "+number.Plural(more, "other"))
	}
	return strings.Join(named, ", ")
}

// needed describes how many runs of each learner the usual precision takes, where it takes more than there are.
func needed(r *trials.Result) []string {
	more := slices.DeleteFunc(last(r), func(o *trials.Row) bool { return o.RunsFor(usualPrecision) <= float64(o.Runs) })
	if len(more) == 0 {
		return nil
	}
	slices.SortStableFunc(more, func(a, b *trials.Row) int { return cmp.Compare(b.HalfWidth(), a.HalfWidth()) })
	each := param.Map(more, func(o *trials.Row) string { return about(o.RunsFor(usualPrecision)) + " of " + where(r, o) })
	return []string{fmt.Sprintf("The 95%% interval of a mean reaches up to ± %s of it; for --precision %s it takes about this many runs: %s.",
		percent(more[0].HalfWidth()), strings.ReplaceAll(percent(usualPrecision), " ", ""),
		first(r, each))}
}

// indexes names the tables whose first column is left out.
func indexes(r *trials.Result) (notes []string) {
	for _, p := range r.Config.Points {
		if e := &p.Scenario; e.Table != nil && e.Table.Indexed {
			notes = append(notes, fmt.Sprintf("The first column of %s has no name: it is left out, as an index.", e.Name))
		}
	}
	return slices.Compact(notes)
}

// uniform names the learners of which the runs do not show that they are better than playing every
// arm with the same probability.
func uniform(r *trials.Result) []string {
	var named []string
	points := r.Config.Points
	for _, o := range last(r) {
		e := &points[o.Series/len(r.Config.Learners)].Scenario
		regret, ok := e.UniformRegret(o.Round)
		most := o.RegretMean
		if o.Interval != nil {
			most = o.Interval[1]
		}
		if !ok || o.Learner == "random" || float64(most) < regret*(1-1e-12) {
			continue
		}
		why := ""
		if o.Learner == "dp-se" && o.CostliestRound == 0 { // no release
			why = "; it has eliminated no arm"
		}
		named = append(named, fmt.Sprintf("%s (%s against %s%s)", where(r, o), number.Value(float64(o.RegretMean)),
			number.Value(regret), why))
	}
	if len(named) == 0 {
		return nil
	}
	return []string{"No better than uniform play, as far as these runs show: " + first(r, named) + "."}
}

// floors names the highest lower bounds, and the conditions that fail, with their learners.
func floors(r *trials.Result) (notes []string) {
	if r.Config.Sweep() {
		return nil // as many as there are series
	}
	named, order := map[string][]string{}, []string{}
	for _, o := range last(r) {
		if o.Floor == nil && o.Missing == "" {
			continue // unknown, or below the rounds for which it holds
		}
		text := "No floor, because " + o.Missing + ": "
		if o.Missing == "" {
			least := "regret ≥ " + number.Value(float64(*o.Floor))
			if o.FloorKind == theory.Slope {
				least = "regret / ln t ≥ " + number.Value(float64(*o.Floor)) + " as t → ∞"
			}
			text = fmt.Sprintf("Floor, %s (%s): ", least, o.FloorSource)
		}
		if named[text] == nil {
			order = append(order, text)
		}
		named[text] = append(named[text], where(r, o))
	}
	for _, text := range order {
		notes = append(notes, text+first(r, named[text])+".")
	}
	return notes
}

func about(n float64) string { return number.Fixed(math.Ceil(number.Round(max(n, 2), 2)), 0) }

func percent(x float64) string { return number.Share(number.Round(x, 2)) }

// ends returns the rows of the last reported rounds, in the order of the result.
func ends(r *trials.Result) (rows []*trials.Row) {
	for i := range r.Rows {
		if i+1 == len(r.Rows) || r.Rows[i+1].Series != r.Rows[i].Series {
			rows = append(rows, &r.Rows[i])
		}
	}
	return rows
}

// last returns the ends without those that repeat an earlier grid point.
func last(r *trials.Result) []*trials.Row {
	return slices.DeleteFunc(ends(r), func(o *trials.Row) bool {
		return sameAsBefore(&r.Config, o.Series/len(r.Config.Learners), o.Learner)
	})
}

// where names a row's learner and, in a sweep, its grid point.
func where(r *trials.Result, o *trials.Row) string {
	n := len(r.Config.Learners)
	name := r.Config.Learners[o.Series%n]
	if r.Config.Sweep() {
		vary := varying(&r.Config)
		vary.epsilon = vary.epsilon && trials.TakesEpsilon(o.Learner)
		if point := vary.names(r.Config.Points[o.Series/n]); point != "" {
			name += " at " + point
		}
	}
	return name
}

// misleading returns warnings about means that a few runs decide; in a sweep, about the worst of them.
func misleading(r *trials.Result) []string {
	var warnings []string
	worst := &trials.Row{}
	for _, o := range last(r) {
		switch {
		case o.Misleading == 0:
		case !r.Config.Sweep():
			warnings = append(warnings, fmt.Sprintf(
				"warning: the %s; "+
					"its median is %s, with %s to %s in the middle half of the runs; "+
					"the interval of the mean is %s, and contains it less often than 95%%",
				facts.Misleads(where(r, o), o), number.Value(float64(o.Median)),
				number.Value(float64(o.Quartiles[0])), number.Value(float64(o.Quartiles[1])),
				number.Interval(float64(o.Interval[0]), float64(o.Interval[1]))))
		case o.Misleading > worst.Misleading:
			worst = o
		}
	}
	if worst.Misleading > 0 {
		warnings = append(warnings, fmt.Sprintf("warning: a few runs decide the means marked !, above all one: the %s; "+
			"--format csv and json have medians and quartiles", facts.Misleads(where(r, worst), worst)))
	}
	return warnings
}

// rare warns of learners whose mean rare runs decide, whether or not the sample has any.
func rare(r *trials.Result) []string {
	var named, shares []string
	for i := range r.Rows {
		d, err := learners.Find(r.Rows[i].Learner)
		if err != nil || d.Coverage[0] == 0 || slices.Contains(named, d.ID) {
			continue // a program, nothing to report, or a variant
		}
		c := d.Coverage
		named = append(named, d.ID)
		shares = append(shares, fmt.Sprintf("%s, %s, and %s", number.Share(c[0]), number.Share(c[1]), number.Share(c[2])))
	}
	if named == nil {
		return nil
	}
	return []string{"warning: rare runs decide the mean of " + strings.Join(named, " and of ") + ", and a sample may contain none of them: " +
		"on hhmh-1 at ε = 0.5 and 100,000 rounds, 95% intervals from 20, 50, and 200 runs contain it in " +
		strings.Join(shares, ", or ") + " of all cases"}
}

// ofPrograms returns warnings about programs that ignore their seeds.
func ofPrograms(r *trials.Result) (notes []string) {
	for _, o := range ends(r) {
		if o.Repeatable != nil && !*o.Repeatable { // once for all points of a sweep
			notes = param.Include(notes, "warning: "+model.NotRepeatable(o.Learner))
		}
	}
	return notes
}
